// Style sheets are for the bundler.
declare module '*.css';

// The module that is served as uplot.js: uPlot as its authors minified it.
export { default } from 'uplot';

// The paces of the rig's parts, which are processes of their own.

/** Between two runs of a check, and so between two requests of a path. */
export const intervalSeconds = 5;

/** Between a request's head read and its answer. */
export const originDelayMs = 20;

/** Between two requests of the bare client. */
export const askEveryMs = 50;

/** The only two channels between the window and main; the preload imports nothing else. */
export const callChannel = 'station:call';
export const changedChannel = 'station:changed';

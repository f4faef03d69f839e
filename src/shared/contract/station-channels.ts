/** The only channels between the windows and main; the preload imports nothing else. */
export const callChannel = 'station:call';
export const changedChannel = 'station:changed';
/** Keys of the window of a question: to main, and from main to the page. */
export const keyChannel = 'station:key';

/** The host of the questions that main asks in a window of their own, apart from that of the page. */
export const questionHost = 'question';

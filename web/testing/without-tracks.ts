/**
 * React in development draws a track of each component for developer tools, and keeps the stack of each element for
 * them: nothing that a test sees. It looks for these two once, so this comes before it.
 */
Object.assign(console, { timeStamp: undefined, createTask: undefined })

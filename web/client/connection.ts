import { createStore } from '../language/store.ts'

/** Whether requests reach the server, by the result of the last one. */
export type Connection = 'up' | 'offline' | 'server-down'

export const connection = createStore<Connection>('up')

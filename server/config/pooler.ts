/** What may stand between the server and PostgreSQL: nothing, or PgBouncer in session mode. */
export const poolers = ['none', 'session'] as const

export type Pooler = (typeof poolers)[number]

/**
 * The header by which the web app marks an automatic request: no person has just used the page. A read with it does not
 * count as use of the login session. Clients that do not send it are served as before.
 */
export const backgroundHeader = { name: 'x-rollkey-background', value: '1' } as const

/** The header of a request that a browser sends as a day pass, whatever login it has besides (decision 64). */
export const dayPassHeader = { name: 'x-rollkey-day-pass', value: '1' } as const

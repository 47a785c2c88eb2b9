import { describe } from 'vitest'
import { engines } from '#server/testing/create-database.ts'
import { testRaces } from '#server/testing/test-races.ts'
import { startTestServer } from '#server/testing/test-server.ts'

/** `npm run races` takes 100. */
const rounds = Number(process.env.RACE_ROUNDS ?? 3)

describe.each(engines)('at once on %s', (engine) => testRaces(() => startTestServer(engine), rounds))

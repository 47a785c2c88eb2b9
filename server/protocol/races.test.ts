import { describe } from 'vitest'
import { engines } from '#testing/create-database.ts'
import { testCourseRaces } from '#testing/test-course-races.ts'
import { testHandRaces } from '#testing/test-hand-races.ts'
import { testMembershipRaces } from '#testing/test-membership-races.ts'
import { testRaces } from '#testing/test-races.ts'
import { startTestServer } from '#testing/test-server.ts'

/** `npm run races` takes 100. */
const rounds = Number(process.env.RACE_ROUNDS ?? 3)

describe.each(engines)('at once on %s', (engine) => testRaces(() => startTestServer(engine), rounds))

describe.each(engines)('roll numbers and members at once on %s', (engine) =>
  testMembershipRaces(() => startTestServer(engine), rounds),
)
describe.each(engines)('lists by hand at once on %s', (engine) => testHandRaces(() => startTestServer(engine), rounds))
describe.each(engines)('courses at once on %s', (engine) => testCourseRaces(() => startTestServer(engine), rounds))

import { describe } from 'vitest'
import { engines } from '#testing/create-database.ts'
import { testLiveCourses } from '#testing/test-live-courses.ts'
import { startTestServer } from '#testing/test-server.ts'

describe.each(engines)('who hears of a course on %s', (engine) =>
  testLiveCourses(
    () => startTestServer(engine),
    ({ origin }) => [origin],
  ),
)

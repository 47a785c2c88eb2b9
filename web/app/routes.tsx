import { Suspense } from 'react'
import { Route, Routes } from 'react-router'
import { openingPageOf } from '#contract/opening-pages.ts'
import { pathPatterns, paths } from '#contract/paths.ts'
import { FullScreenSpinner } from '../ui/index.ts'
import { PartBoundary } from './error-boundary.tsx'
import { GuestOnly, RequireLabel, RequirePerson } from './guards.tsx'
import { screensFrom } from './screens-from.tsx'

const student = screensFrom(() => import('./student-screens.ts'))
const institute = screensFrom(() => import('./institute-screens.ts'))
const register = screensFrom(() => import('../screens/register/register.tsx'))
const login = screensFrom(() => import('../screens/login/login.tsx'))
const verifyEmail = screensFrom(() => import('../screens/verify-email/verify-email.tsx'))
const recoverPassword = screensFrom(() => import('../screens/recover-password/recover-password.tsx'))
const newPassword = screensFrom(() => import('../screens/new-password/new-password.tsx'))
const replacePasskey = screensFrom(() => import('../screens/replace-passkey/replace-passkey.tsx'))
const join = screensFrom(() => import('../screens/join/join.tsx'))
const enrol = screensFrom(() => import('../screens/join/enrol.tsx'))
const institutes = screensFrom(() => import('../screens/institutes/institutes.tsx'))
const onePerson = screensFrom(() => import('../screens/people/one-person.tsx'))
const people = screensFrom(() => import('../screens/people/people.tsx'))
const roster = screensFrom(() => import('../screens/roster/roster.tsx'))
const desk = screensFrom(() => import('../screens/roster/desk.tsx'))
const importRoster = screensFrom(() => import('../screens/imports/import-roster.tsx'))
const importCourses = screensFrom(() => import('../screens/imports/import-courses.tsx'))
const courses = screensFrom(() => import('./course-screens.ts'))
const screen = screensFrom(() => import('../screens/screen/screen.tsx'))
const joinPoster = screensFrom(() => import('../screens/join-poster/join-poster.tsx'))
const notFound = screensFrom(() => import('../screens/not-found/not-found.tsx'))

const Register = register.screen('Register')
const Login = login.screen('Login')
const VerifyEmail = verifyEmail.screen('VerifyEmail')
const RecoverPassword = recoverPassword.screen('RecoverPassword')
const NewPassword = newPassword.screen('NewPassword')
const ReplacePasskey = replacePasskey.screen('ReplacePasskey')
const Join = join.screen('Join')
const Enrol = enrol.screen('Enrol')
const Institutes = institutes.screen('Institutes')
const OnePerson = onePerson.screen('OnePerson')
const People = people.screen('People')
const Roster = roster.screen('Roster')
const EnrolmentDesk = desk.screen('EnrolmentDesk')
const ImportRoster = importRoster.screen('ImportRoster')
const ImportCourses = importCourses.screen('ImportCourses')
const Today = courses.screen('Today')
const Courses = courses.screen('Courses')
const OneCourse = courses.screen('OneCourse')
const CourseRegister = courses.screen('CourseRegister')
const CourseSession = courses.screen('CourseSession')
const StudentDashboard = student.screen('StudentDashboard')
const OrganisationCards = student.screen('OrganisationCards')
const OrganisationDetail = student.screen('OrganisationDetail')
const OrganisationDashboard = institute.screen('OrganisationDashboard')
const MarkAttendance = institute.screen('MarkAttendance')
const AttendanceSheet = institute.screen('AttendanceSheet')
const JoinPoster = joinPoster.screen('JoinPoster')
const ReportsPage = institute.screen('ReportsPage')
const SessionsReport = institute.screen('SessionsReport')
const StudentsReport = institute.screen('StudentsReport')
const StudentReport = institute.screen('StudentReport')
const SessionSheet = institute.screen('SessionSheet')
const Screen = screen.screen('Screen')
const DayPass = courses.screen('DayPass')
const Settings = institute.screen('Settings')
const NotFound = notFound.screen('NotFound')

const firstFiles: Readonly<Record<string, { readonly fetch: () => Promise<unknown> }>> = {
  [paths.register]: register,
  [paths.login]: login,
  [paths.verifyEmail]: verifyEmail,
  [paths.recoverPassword]: recoverPassword,
  [paths.newPassword]: newPassword,
  [paths.replacePasskey]: replacePasskey,
  [paths.screen]: screen,
  [paths.dayPass]: courses,
  student,
  institute,
}

/** The file with the screen of an address, which is there then. Rejects when it cannot be fetched. */
export async function fetchFirstScreen(path: string): Promise<void> {
  await firstFiles[openingPageOf(path) ?? path]?.fetch()
}

/** Every address of the web app. The landing page is a document of its own. */
export function AppRoutes() {
  return (
    <Suspense fallback={<FullScreenSpinner />}>
      <Routes>
        <Route element={<GuestOnly />}>
          <Route path={pathPatterns.register} element={<Register />} />
          <Route path={pathPatterns.login} element={<Login />} />
        </Route>
        <Route path={pathPatterns.verifyEmail} element={<VerifyEmail />} />
        <Route path={pathPatterns.recoverPassword} element={<RecoverPassword />} />
        <Route path={pathPatterns.newPassword} element={<NewPassword />} />
        <Route path={pathPatterns.replacePasskey} element={<ReplacePasskey />} />
        <Route path={pathPatterns.join} element={<Join />} />
        <Route path={pathPatterns.enrol} element={<Enrol />} />
        <Route element={<RequirePerson />}>
          <Route path={pathPatterns.acting} element={<Institutes />} />
        </Route>
        <Route path={pathPatterns.screen} element={<Screen />} />
        <Route path={pathPatterns.dayPass} element={<DayPass />} />
        <Route element={<RequireLabel label="STD" />}>
          <Route path={pathPatterns.studentDashboard} element={<StudentDashboard />}>
            <Route element={<PartBoundary />}>
              <Route index element={<OrganisationCards />} />
              <Route path={pathPatterns.organisationDetail} element={<OrganisationDetail />} />
            </Route>
          </Route>
        </Route>
        <Route element={<RequireLabel label="ORG" />}>
          <Route path={pathPatterns.organisationDashboard} element={<OrganisationDashboard />} />
          <Route path={pathPatterns.markAttendance} element={<MarkAttendance />} />
          <Route path={pathPatterns.attendanceSheet} element={<AttendanceSheet />} />
          <Route path={pathPatterns.joinPoster} element={<JoinPoster />} />
          <Route path={pathPatterns.settings} element={<Settings />} />
          <Route path={pathPatterns.staff} element={<People />} />
          <Route path={pathPatterns.roster} element={<Roster />} />
          <Route path={pathPatterns.desk} element={<EnrolmentDesk />} />
          <Route path={pathPatterns.importRoster} element={<ImportRoster />} />
          <Route path={pathPatterns.importCourses} element={<ImportCourses />} />
          <Route path={pathPatterns.staffMember} element={<OnePerson />} />
          <Route path={pathPatterns.today} element={<Today />} />
          <Route path={pathPatterns.courses} element={<Courses />} />
          <Route path={pathPatterns.course} element={<OneCourse />} />
          <Route path={pathPatterns.courseRegister} element={<CourseRegister />} />
          <Route path={pathPatterns.courseSession} element={<CourseSession />} />
          <Route element={<ReportsPage />}>
            <Route element={<PartBoundary />}>
              <Route path={pathPatterns.reports} element={<SessionsReport />} />
              <Route path={pathPatterns.studentsReport} element={<StudentsReport />} />
              <Route path={pathPatterns.studentReport} element={<StudentReport />} />
              <Route path={pathPatterns.sessionSheet} element={<SessionSheet />} />
            </Route>
          </Route>
        </Route>
        <Route path="*" element={<NotFound />} />
      </Routes>
    </Suspense>
  )
}

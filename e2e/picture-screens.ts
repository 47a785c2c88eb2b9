import { beforeLogin } from './picture-screens/before-login.ts'
import { ofCourseImports } from './picture-screens/of-course-imports.ts'
import { ofImports } from './picture-screens/of-imports.ts'
import { ofOrganisations } from './picture-screens/of-organisations.ts'
import { ofPasskeys } from './picture-screens/of-passkeys.ts'
import { ofPeople } from './picture-screens/of-people.ts'
import { ofReports } from './picture-screens/of-reports.ts'
import { ofRoster } from './picture-screens/of-roster.ts'
import { ofStudents } from './picture-screens/of-students.ts'
import { ofTheDesk } from './picture-screens/of-the-desk.ts'
import { ofTheKiosk } from './picture-screens/of-the-kiosk.ts'
import { ofTheRoom } from './picture-screens/of-the-room.ts'
import type { PictureScreen } from './picture-screens/picture-screen.ts'

/** Every screen and state; the server's state goes on from one to the next. */
export const pictureScreens: readonly PictureScreen[] = [
  ...beforeLogin,
  ...ofStudents,
  ...ofPasskeys,
  ...ofReports,
  ...ofImports,
  ...ofCourseImports,
  ...ofOrganisations,
  ...ofPeople,
  ...ofRoster,
  ...ofTheDesk,
  ...ofTheRoom,
  ...ofTheKiosk,
]

import { hindiActingTexts } from './hindi-acting-texts.ts'
import { hindiCheckInTexts } from './hindi-check-in-texts.ts'
import { hindiCourseImportTexts } from './hindi-course-import-texts.ts'
import { hindiCourseTexts } from './hindi-course-texts.ts'
import { hindiDayPassTexts } from './hindi-day-pass-texts.ts'
import { hindiDeskTexts } from './hindi-desk-texts.ts'
import { hindiDisputeTexts } from './hindi-dispute-texts.ts'
import { hindiEnrolTexts } from './hindi-enrol-texts.ts'
import { hindiGroupTexts } from './hindi-group-texts.ts'
import { hindiImportTexts } from './hindi-import-texts.ts'
import { hindiLoginEndTexts } from './hindi-login-end-texts.ts'
import { hindiMarkingTexts } from './hindi-marking-texts.ts'
import { hindiOwnDataTexts } from './hindi-own-data-texts.ts'
import { hindiOwnPasskeyTexts } from './hindi-own-passkey-texts.ts'
import { hindiPasskeyGuideTexts } from './hindi-passkey-guide-texts.ts'
import { hindiPasskeyTexts } from './hindi-passkey-texts.ts'
import { hindiRecordTexts } from './hindi-record-texts.ts'
import { translateToHindi } from './hindi-refusals.ts'
import { hindiRegisterTexts } from './hindi-register-texts.ts'
import { hindiReportTexts } from './hindi-report-texts.ts'
import { hindiRoomTexts } from './hindi-room-texts.ts'
import { hindiRosterTexts } from './hindi-roster-texts.ts'
import { hindiRulingTexts } from './hindi-ruling-texts.ts'
import { hindiScreenTexts } from './hindi-screen-texts.ts'
import { hindiSettingsTexts } from './hindi-settings-texts.ts'
import { hindiSheetTexts } from './hindi-sheet-texts.ts'
import { hindiStaffTexts } from './hindi-staff-texts.ts'
import { hindiTexts } from './hindi-texts.ts'
import type { Sentences } from './texts.ts'

/** All that the app says in Hindi, in one part of it: fetched only by those who read it. The landing page has its own texts built in. */
export const hindi: Sentences = {
  texts: { ...hindiTexts, translateRefusal: translateToHindi },
  acting: hindiActingTexts,
  checkIn: hindiCheckInTexts,
  dayPass: hindiDayPassTexts,
  desk: hindiDeskTexts,
  dispute: hindiDisputeTexts,
  enrol: hindiEnrolTexts,
  group: hindiGroupTexts,
  import: hindiImportTexts,
  marking: hindiMarkingTexts,
  loginEnd: hindiLoginEndTexts,
  ownData: hindiOwnDataTexts,
  ownPasskey: hindiOwnPasskeyTexts,
  passkey: hindiPasskeyTexts,
  passkeyGuide: hindiPasskeyGuideTexts,
  record: hindiRecordTexts,
  register: hindiRegisterTexts,
  report: hindiReportTexts,
  room: hindiRoomTexts,
  course: hindiCourseTexts,
  courseImport: hindiCourseImportTexts,
  roster: hindiRosterTexts,
  ruling: hindiRulingTexts,
  screen: hindiScreenTexts,
  settings: hindiSettingsTexts,
  sheet: hindiSheetTexts,
  staff: hindiStaffTexts,
}

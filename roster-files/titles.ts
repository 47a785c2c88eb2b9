import type { ImportColumn } from '#contract/imports.ts'

/** What a column may become: a field of the import, a name in one column that is split into two, or a number that is both. */
export const columnUses = [
  'rollNumber',
  'givenName',
  'familyName',
  'lastFirst',
  'firstLast',
  'email',
  'section',
  'externalId',
  'numberAndId',
] as const
export type ColumnUse = (typeof columnUses)[number]

/** A title without case, marks and signs: 'ROLL_NO.' and 'Roll No' are one. */
export function plainTitle(title: string): string {
  return title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\u0900-\u097f]/gu, '')
}

/**
 * Titles by which a column is guessed, the best first: of offices in English, Hindi and German, of systems for colleges, of
 * OneRoster, School Data Sync and Clever.
 */
type TitledField = ImportColumn | 'name'

const known: Readonly<Record<TitledField, readonly string[]>> = {
  rollNumber: list(
    'roll number, roll no, rollno, roll, university roll no, class roll no, student roll no, registration number, registration no, reg no, regd no, regno, reg number, enrolment number, enrolment no, enrollment number, enrollment no, enrol no, usn, prn, urn, htno, hall ticket no, hall ticket number, student number, student no, studentnumber, student id, admission number, admission no, adm no, matriculation number, matric no, matrikelnummer, matrikel nr, identifier, username, scholar number, scholar no, index number, id number, student code, sourcedid, sis id, id, nr, nummer',
    'रोल नंबर, रोल नम्बर, रोल न, रोल संख्या, अनुक्रमांक, क्रमांक, नामांकन संख्या, नामांकन क्रमांक, पंजीकरण संख्या, पंजीयन क्रमांक, प्रवेश संख्या',
  ),
  givenName: list(
    'given name, givenname, given names, first name, firstname, first, forename, forenames, given, vorname, student first name, legal first name, prénom',
    'पहला नाम, प्रथम नाम, नाम पहला',
  ),
  familyName: list(
    'family name, familyname, last name, lastname, last, surname, family, nachname, familienname, student last name, legal last name, nom',
    'उपनाम, अंतिम नाम, कुलनाम, सरनेम',
  ),
  name: list(
    'name, student name, name of student, name of the student, candidate name, name of candidate, name of the candidate, full name, fullname, students name, studentname, display name, learner name, name vorname, nachname vorname, last name first name, surname first name, family name given name',
    'नाम, विद्यार्थी का नाम, छात्र का नाम, छात्रा का नाम, पूरा नाम, छात्र छात्रा का नाम',
  ),
  email: list(
    'email, e mail, mail, email id, email address, e mail id, e mail address, student email, student email id, college email, institute email, official email, university email, institutional email, secondary email',
    'ईमेल, ई मेल, ईमेल पता, ई मेल पता, ईमेल आईडी',
  ),
  section: list(
    'section, sec, section name, division, div, group, gruppe, batch, class section, homeroom, house, tutor group, class, klasse, kurs',
    'अनुभाग, सेक्शन, वर्ग, खंड, विभाग, कक्षा',
  ),
  externalId: list(
    'sourcedid, sis id, external id, externalid, student id, studentid, id, erp id, system id, sis user id, person id, uid, student system id',
    'आईडी, छात्र आईडी',
  ),
}

function list(...titles: readonly string[]): readonly string[] {
  return titles.flatMap((line) => line.split(',')).map(plainTitle)
}

/** How well a title fits a field, from 1; undefined where it does not. */
export function rankTitle(title: string, field: TitledField): number | undefined {
  const rank = known[field].indexOf(plainTitle(title))
  return rank === -1 ? undefined : rank + 1
}

/** Whether a title is one of those that the reader knows. */
export function isKnownTitle(title: string): boolean {
  return title !== '' && Object.keys(known).some((field) => rankTitle(title, field as TitledField) !== undefined)
}

/** Passwords, demographics, flags and guardians: no cell below such a title is kept. */
export function isNeverRead(title: string): boolean {
  return neverRead.test(plainTitle(title))
}

const neverRead = new RegExp(
  [
    'passw|passcode|kennwort|^pwd$|^pin$|^secret',
    'birth|geburt|^dob|^sex$|gender|geschlecht|^race|racial|ethnic|hispanic|latino|^asian$|^white$|african|hawaiian|pacificislander|religio|caste|^category$|nationality|citizenship|aadhaar|aadhar|^pan(no|number)?$',
    'bloodgr|^blood|disab|handicap|specialneed|specialed|lunch|^iep$|^flag|allerg|medical',
    'guardian|parent|eltern|^vater|^mutter|father|mother|emergency|nextofkin|^contact(name|phone|type|relationship|email|sisid)|^agent|agents|^sms$|income',
    'जन्म|लिंग|धर्म|जाति|रक्त|पिता|माता|अभिभावक|आधार|पासवर्ड',
  ]
    .map((part) => part.normalize('NFKD'))
    .join('|'),
)

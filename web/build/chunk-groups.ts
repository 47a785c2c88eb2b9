import type { Rolldown } from 'vite'

/**
 * Which modules share a file. By default the build makes a file for everything that two screens share, down to single
 * icons, and a first view asks for forty files. In order of precedence:
 * - `base`: the styles that the landing page shares with the app; it must not load the rest;
 * - `framework`: modules that change only with an update of a package, and so stay cached across releases;
 * - `qr-code`: what draws a QR code, for the poster and the room's display;
 * - `room`: the room's display and its sentences, for an institute's login and for a paired screen;
 * - `one-at-a-time`: the form for one student at a time, its board and their sentences, for the kiosk and, once it is asked for, a paired screen;
 * - `countdown`: what the display shares with the form for one student at a time;
 * - `screens`: the sentences of paired screens;
 * - `working`: how one student's percentage comes about, for the student's page of an institute and the report of a student;
 * - `reports`: what the reports share, and no other screen needs;
 * - `desk`: what dashboard, kiosk and settings of an institute share, and students do not need;
 * - `rulings`: how a mark is decided, for an institute's dashboard, sheets and reports; the kiosk decides nothing;
 * - `settings`: the sentences of an institute's settings, which its dashboard shares;
 * - `student`: what the screens of a student share, and institutes do not need;
 * - `first-passkey`: how a first passkey is made, for both dashboards, the mailed link and, once it is open, the profile drawer;
 * - `own-passkeys`: what a student's passkeys can do, for the student's dashboard and, once it is open, the profile drawer;
 * - `update-email`: the form of the profile drawer that also corrects a mistyped email before it is verified;
 * - `signed-in`: what the screens behind a login share, and the screens before it do not need;
 * - `shared`: everything else that two screens use. Dialogs are fetched when they open, Hindi when it is chosen, the
 *   catalogue of refusals where a screen reads it.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  { name: 'base', priority: 3, test: /\/web\/ui\/(base|fonts|tokens)\.css/ },
  {
    name: 'framework',
    priority: 3,
    test: /\/node_modules\/(react|react-dom|scheduler|react-router|@tanstack|react-toastify)\//,
  },
  {
    name: 'qr-code',
    priority: 5,
    test: /\/web\/parts\/qr-code\/|\/node_modules\/uqr\//,
    includeDependenciesRecursively: false,
  },
  {
    name: 'room',
    priority: 5,
    test: /\/(contract|web\/language)\/room-texts|\/web\/parts\/(room-display\/(newest|readable|room|use)-|one-at-a-time\/mode-switch)/,
    includeDependenciesRecursively: false,
  },
  {
    name: 'one-at-a-time',
    priority: 4,
    test: /\/web\/parts\/one-at-a-time\/|\/web\/client\/check-in-calls|\/(contract|web\/language)\/kiosk-texts/,
    includeDependenciesRecursively: false,
  },
  {
    name: 'countdown',
    priority: 5,
    test: /\/web\/parts\/room-display\/(countdown|full-screen|keep)-/,
    includeDependenciesRecursively: false,
  },
  {
    name: 'screens',
    priority: 5,
    test: /\/(contract|web\/language)\/screen-texts/,
    includeDependenciesRecursively: false,
  },
  {
    name: 'working',
    priority: 4,
    test: /\/web\/parts\/attendance-record\/(attendance-details|history-columns)/,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  {
    name: 'reports',
    priority: 3,
    test: /\/web\/((screens\/reports|parts\/attendance-record)\/(?!presence-sign|shown-standing|use-other-verdict)|ui\/tab-links|client\/(download-report|save-evidence))|\/contract\/reports|\/(contract|web\/language)\/report-texts/,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  {
    name: 'desk',
    priority: 4,
    test: /\/web\/parts\/(attendance-session\/(?!attendance-entry|countdown|use-remaining))|\/(contract|web\/language)\/desk-texts/,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  {
    name: 'rulings',
    priority: 4,
    test: /\/web\/parts\/rulings|\/(contract|web\/language)\/ruling-texts/,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  {
    name: 'settings',
    priority: 4,
    test: /\/(contract|web\/language)\/settings-texts/,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  {
    name: 'student',
    test: /\/web\/parts\/receipts|\/(contract|web\/language)\/dispute-texts/,
    priority: 4,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  {
    name: 'first-passkey',
    test: /\/web\/parts\/passkey\/(passkey-banner|passkey-guide|phone-code|this-computer|use-phone-way)|\/(contract|web\/language)\/passkey-guide-texts/,
    priority: 4,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  {
    name: 'own-passkeys',
    test: /\/(contract|web\/language)\/own-passkey-texts/,
    priority: 4,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  {
    name: 'update-email',
    test: /\/web\/parts\/profile\/(change-profile-email|update-email-form|update-form|use-update)/,
    priority: 4,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  {
    name: 'signed-in',
    priority: 3,
    test: /\/web\/parts\/(?!late-part|attendance-record\/(?!presence-sign|shown-standing|use-other-verdict)|attendance-session\/(countdown|use-remaining))|\/(contract|web\/language)\/(dispute|passkey)-texts|\/web\/client\/(passkey-place|signal-passkeys|check-browser)/,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  {
    name: 'shared',
    priority: 2,
    minShareCount: 2,
    test: /\/(web|contract)\/(?!node_modules|problems\.|.*(dialog|hindi|\/landing\/))|\/node_modules\/(@tabler|@simplewebauthn)\//,
    includeDependenciesRecursively: false,
  },
]

/** The list of parts in ui/index.ts must not tie every part to every screen. */
export const sideEffectFree = [{ test: /\/web\/(ui|screens|parts|forms|language)\/.*\.tsx?$/, sideEffects: false }]

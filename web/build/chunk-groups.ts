import type { Rolldown } from 'vite'

/**
 * Which modules share a file. By default the build makes a file for everything that two screens share, down to single
 * icons, and a first view asks for forty files. In order of precedence:
 * - `base`: the styles that the landing page shares with the app; it must not load the rest;
 * - `framework`: modules that change only with an update of a package, and so stay cached across releases;
 * - `reports`: what the reports share, and no other screen needs;
 * - `desk`: what the dashboard of an institute and its kiosk share;
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
    name: 'reports',
    priority: 3,
    test: /\/web\/((screens\/reports|parts\/attendance-record)\/|ui\/(choice|tab-links)|client\/download-report)|\/contract\/reports/,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  {
    name: 'desk',
    priority: 3,
    test: /\/web\/(parts\/attendance-session|language\/desk-texts)|\/contract\/desk-texts/,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  {
    name: 'shared',
    priority: 2,
    minShareCount: 2,
    test: /\/(web|contract)\/(?!node_modules|problems\.|.*(dialog|hindi|\/landing\/))|\/node_modules\/(@tabler|@simplewebauthn|appwrite)\//,
    includeDependenciesRecursively: false,
  },
]

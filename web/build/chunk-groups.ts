import type { Rolldown } from 'vite'

/**
 * Which modules travel together. Left alone, the build makes a file of everything that two screens share, down to single
 * icons, and a first view asks for forty files. In order of precedence:
 * - `base`: the styles that the landing page shares with the app, which must not bring the rest along;
 * - `framework`: what changes with an update of a package only, and so stays in the browser's cache over our own releases;
 * - `reports`: what the reports share, which nobody needs before;
 * - `shared`: whatever else two screens use. Dialogs are fetched when they open, Hindi when it is spoken,
 *   the catalogue of refusals where a screen reads it;
 * - `tabs`: what is left of them is heavy, and on two screens only.
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
    name: 'shared',
    priority: 2,
    minShareCount: 2,
    test: /\/(web|contract)\/(?!node_modules|problems\.|.*(dialog|hindi|\/landing\/|ui\/tabs\.))|\/node_modules\/(@tabler|@simplewebauthn|appwrite)\//,
    // Else a screen's tabs would come along with the fields that stand on them.
    includeDependenciesRecursively: false,
  },
  { name: 'tabs', priority: 1, test: /\/web\/ui\/tabs\./, minShareCount: 2 },
]

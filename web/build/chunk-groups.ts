import type { Rolldown } from 'vite'
import { isHindi } from './hindi-parts.ts'

/** A page waits for the number of its files more than for their bytes, so there are few (decision 50). */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  // The landing page shares these styles with the app, and must not load the rest.
  { name: 'base', priority: 3, test: /\/web\/ui\/(base|fonts|tokens)\.css/ },
  // For the poster, the room's display and the guide to a first passkey.
  {
    name: 'qr-code',
    priority: 2,
    test: /\/web\/parts\/qr-code\/|\/node_modules\/uqr\//,
    includeDependenciesRecursively: false,
  },
  // For reports and for the numbers of a course.
  {
    name: 'attendance-chart',
    priority: 2,
    test: /\/web\/parts\/attendance-chart\/attendance-chart\./,
    includeDependenciesRecursively: false,
  },
  { name: nameFile, debugName: 'app and screens', priority: 1, includeDependenciesRecursively: false },
]

const start = /\/web\/app(\.html|\/main\.tsx)$/
/** What a page names besides: the screens of students, those of institutes, and each one before a login. */
const screens =
  /\/web\/(?:app\/(\w+-screens)|screens\/(login|register|verify-email|recover-password|new-password|replace-passkey)\/\2)\.tsx?$/
const frame = /\/web\/screens\/institute-page\/institute-page\.tsx$/
/** Screens of those who act for an institute, or whom it has sent a link: their files are left to the build. */
const office =
  /\/web\/screens\/(?:imports\/import-\w+|roster\/(?:roster|desk)|people\/(?:people|one-person)|courses\/course-display|join\/enrol|(institutes|join|join-poster|person-record)\/\1)\.tsx$/
/** A screen on the wall shows what the kiosk shows, and takes it from the institute's file. */
const onWall = /\/web\/screens\/screen\/screen\.tsx$/
const ofCourses = ['course-screens', 'today-screens']
const ofInstitutes = [...ofCourses, 'institute-screens', 'institute', 'office']
/** They carry their styles inside. */
const ownPages = /\/web\/(screens\/(landing|check-in|verify)\/|(index|index\.hi|checkin|verify)\.html)/

/**
 * `app` holds what the app starts with, and what two of these files share; `institute` what only screens of institutes share. What one of
 * them shares only with its own later parts is in that file. The rest is left to the build. Styles go with their script. Those that screens
 * change by rules of their own come before them, in `app`; those of a screen before a login, a few lines, are there, too: they are not worth
 * a request.
 */
function nameFile(id: string, context: Rolldown.ChunkingContext): string | null {
  if (ownPages.test(id)) return null
  if (/preload-helper/.test(id)) return 'app'
  if (isHindi(id)) return null
  if (/\/web\/(ui|forms|kit)\/.*\.css/.test(id)) return 'app'
  if ([...findFiles(id, context, false)].every((file) => file === 'office')) return null
  const files = [...findFiles(id, context, true)]
  const areOf = (group: readonly string[]) => files.every((file) => group.includes(file))
  const [only = 'app', other] = files
  if (other === undefined)
    return only.startsWith('institute') || only.endsWith('-screens') || !id.includes('.css') ? only : 'app'
  return areOf(ofCourses) ? 'courses' : areOf(ofInstitutes) ? 'institute' : 'app'
}

/** The file that a page names for this module; undefined for one that is only a part. */
function nameFirstFile(id: string): string | undefined {
  if (start.test(id)) return 'app'
  if (frame.test(id)) return 'institute'
  return office.test(id) ? 'office' : screens.exec(id)?.slice(1).find(Boolean)
}

/** The first files that import this module, their later parts among them if `isLater`. */
function findFiles(
  id: string,
  context: Rolldown.ChunkingContext,
  isLater: boolean,
  seen = new Set<string>(),
): Set<string> {
  if (seen.has(id) || isHindi(id) || onWall.test(id)) return new Set()
  seen.add(id)
  const file = nameFirstFile(id)
  if (file !== undefined) return new Set([file])
  const info = context.getModuleInfo(id)
  const importers = info === null ? [] : [...info.importers, ...(isLater ? info.dynamicImporters : [])]
  return new Set(importers.flatMap((importer) => [...findFiles(importer, context, isLater, seen)]))
}

/** The list of parts in ui/index.ts must not tie every part to every screen. */
export const sideEffectFree = [
  { test: /\/web\/(ui|screens|parts|kit|forms|language)\/.*(?<!\.hi)\.tsx?$/, sideEffects: false },
]

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

const start = /\/web\/(app(\.html|\/main\.tsx)|screens\/institute-page\/institute-page\.tsx)$/
/** What a page names besides: the screens of students, those of institutes, and each one before a login. */
const screens =
  /\/web\/(?:app\/(\w+-screens)|screens\/(login|register|verify-email|recover-password|new-password|replace-passkey)\/\2)\.tsx?$/
/** What these share is a file of its own: other screens do without. */
const ofCourses = ['course-screens', 'today-screens']
/** They carry their styles inside. */
const ownPages = /\/web\/(screens\/(landing|check-in|verify)\/|(index|index\.hi|checkin|verify)\.html)/

/**
 * `app` holds what the app starts with, and what two of these files share. What one of them shares only with its own later parts is in that
 * file. The rest is left to the build. Styles go with their script. Those that screens change by rules of their own come before them, in
 * `app`; those of a screen before a login, a few lines, are there, too: they are not worth a request.
 */
function nameFile(id: string, context: Rolldown.ChunkingContext): string | null {
  if (ownPages.test(id)) return null
  if (/preload-helper/.test(id)) return 'app'
  if (isHindi(id)) return null
  if (/\/web\/(ui|forms|kit)\/.*\.css/.test(id)) return 'app'
  if (findFiles(id, context, false).size === 0) return null
  const files = [...findFiles(id, context, true)]
  const [only, other] = files
  if (only === undefined) return null
  if (other !== undefined && files.every((file) => ofCourses.includes(file))) return 'courses'
  return other === undefined && (only.endsWith('-screens') || !id.includes('.css')) ? only : 'app'
}

/** The first files that import this module, their later parts among them if `isLater`. */
function findFiles(
  id: string,
  context: Rolldown.ChunkingContext,
  isLater: boolean,
  seen = new Set<string>(),
): Set<string> {
  if (seen.has(id) || isHindi(id)) return new Set()
  seen.add(id)
  const file = start.test(id) ? 'app' : screens.exec(id)?.slice(1).find(Boolean)
  if (file !== undefined) return new Set([file])
  const info = context.getModuleInfo(id)
  const importers = info === null ? [] : [...info.importers, ...(isLater ? info.dynamicImporters : [])]
  return new Set(importers.flatMap((importer) => [...findFiles(importer, context, isLater, seen)]))
}

/** The list of parts in ui/index.ts must not tie every part to every screen. */
export const sideEffectFree = [
  { test: /\/web\/(ui|screens|parts|kit|forms|language)\/.*(?<!\.hi)\.tsx?$/, sideEffects: false },
]

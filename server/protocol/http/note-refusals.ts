import type { FastifyRequest } from 'fastify'
import { recordRefusal, type Visitor } from '../../domain/audit/record.ts'
import type { Deps } from '../../domain/deps.ts'
import { addressKey } from '../../domain/limits/address-key.ts'
import type { Problem } from '../../domain/problem.ts'

type NoteDeps = Pick<Deps, 'storage' | 'auditBudget'>

/** Puts refusals into the audit log (rules §7). */
export function noteRefusals(deps: NoteDeps) {
  return async (request: FastifyRequest, problem: Problem): Promise<void> => {
    // An address that the router does not know is no call, and has no visit.
    const route = request.routeOptions.url
    if (route === undefined) return
    await note(deps, request, visitorOf(request, deps.auditBudget), problem, `${request.method} ${route}`)
  }
}

/** The same for what is refused on a socket, after its upgrade. `caller`: undefined without a session. */
export function noteSocketRefusal(
  deps: NoteDeps,
  request: FastifyRequest,
  caller: Visitor['caller'],
  problem: Problem,
): Promise<void> {
  const visitor = { ...visitorOf(request, deps.auditBudget), caller }
  return note(deps, request, visitor, problem, `WebSocket ${request.routeOptions.url}`)
}

/** Never throws: a log that cannot be written refuses nobody. */
async function note(
  { storage }: NoteDeps,
  { log }: FastifyRequest,
  visitor: Visitor,
  problem: Problem,
  call: string,
): Promise<void> {
  try {
    await recordRefusal(storage, visitor, problem, call)
  } catch (error) {
    log.error({ err: error }, 'A refusal could not be written into the audit log')
  }
}

/** A foreign origin is refused before anybody asks who it is. */
function visitorOf(request: FastifyRequest, auditBudget: Deps['auditBudget']): Visitor {
  const visit = request.visit as FastifyRequest['visit'] | undefined
  return visit ?? { caller: undefined, address: addressKey(request.ip), requestId: request.id, auditBudget }
}

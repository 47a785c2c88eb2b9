import type { FastifyRequest } from 'fastify'
import { type AuditedRequest, recordRefusal } from '../../domain/audit/record.ts'
import type { Deps } from '../../domain/deps.ts'
import { addressKey } from '../../domain/limits/address-key.ts'
import type { Problem } from '../../domain/problem.ts'

type NoteDeps = Pick<Deps, 'storage' | 'auditBudget'>

/** Records refusals in the audit log (rules §7). */
export function noteRefusals(deps: NoteDeps) {
  return async (request: FastifyRequest, problem: Problem): Promise<void> => {
    // An address that the router does not know is no call: its refusal is not recorded.
    const route = request.routeOptions.url
    if (route === undefined) return
    await note(deps, request, auditedRequestOf(request, deps.auditBudget), problem, `${request.method} ${route}`)
  }
}

/** The same for refusals on a socket, after its upgrade. `caller`: undefined without a session. */
export function noteSocketRefusal(
  deps: NoteDeps,
  request: FastifyRequest,
  caller: AuditedRequest['caller'],
  problem: Problem,
): Promise<void> {
  const audited = { ...auditedRequestOf(request, deps.auditBudget), caller }
  return note(deps, request, audited, problem, `WebSocket ${request.routeOptions.url}`)
}

/** Never throws: a failed write to the log must not change the answer. */
async function note(
  { storage }: NoteDeps,
  { log }: FastifyRequest,
  audited: AuditedRequest,
  problem: Problem,
  call: string,
): Promise<void> {
  try {
    await recordRefusal(storage, audited, problem, call)
  } catch (error) {
    log.error({ err: error }, 'A refusal could not be written into the audit log')
  }
}

/** A foreign origin is refused before the caller is known. */
function auditedRequestOf(request: FastifyRequest, auditBudget: Deps['auditBudget']): AuditedRequest {
  const context = request.context as FastifyRequest['context'] | undefined
  const address = addressKey(request.ip)
  return context ?? { address, requestId: request.id, auditBudget }
}

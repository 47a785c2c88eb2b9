import type { Id, ToastContent, ToastOptions } from 'react-toastify/unstyled'
import { toast } from 'react-toastify/unstyled'

/** Three messages have room at once; the next ones wait, and react-toastify cannot dismiss one that waits. */

/** How each of them is put into the queue again. */
const waiting = new Map<Id, () => void>()
const hearers = new Set<(refusal: Id) => void>()

toast.onChange(({ id, status }) => {
  if (status === 'added') waiting.delete(id)
})

/** Shows a message as soon as there is room. Returns its id. */
export function showToast(content: ToastContent, options: ToastOptions): Id {
  const toastId = crypto.randomUUID()
  const queue = () => void toast(content, { ...options, toastId })
  waiting.set(toastId, queue)
  queue()
  if (options.type === 'error') noteRefusal(toastId)
  return toastId
}

/** True until there is room for it. */
export function isWaiting(id: Id): boolean {
  return waiting.has(id)
}

/** For a message that is a refusal, or has become one. */
export function noteRefusal(id: Id): void {
  for (const hear of hearers) hear(id)
}

/** Calls `hear` for each refusal, also for one that waits, until what it returns is called. */
export function hearRefusals(hear: (refusal: Id) => void): () => void {
  hearers.add(hear)
  return () => hearers.delete(hear)
}

/** Takes messages away, whether they are on the screen or wait. */
export function dropToasts(ids: readonly Id[]): void {
  if (ids.some((id) => waiting.delete(id))) {
    for (const id of ids) waiting.delete(id)
    toast.clearWaitingQueue()
    for (const queue of [...waiting.values()]) queue()
  }
  for (const id of ids) toast.dismiss(id)
}

/** Takes all away: the messages of earlier actions, before a new one begins. */
export function clearToasts(): void {
  waiting.clear()
  toast.clearWaitingQueue()
  toast.dismiss()
}

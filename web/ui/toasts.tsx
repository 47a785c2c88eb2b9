import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconX } from '@tabler/icons-react'
import { type CSSProperties, type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { toastAutoCloseMs } from '#contract/rules.ts'
import { createStore } from '../language/store.ts'
import { useTexts } from '../language/texts.ts'
import { Spinner } from './spinner.tsx'
import './toasts.css'

const icons = {
  success: IconCircleCheck,
  warning: IconAlertTriangle,
  error: IconAlertCircle,
  info: IconInfoCircle,
} as const

type ToastKind = keyof typeof icons
type Action = { readonly label: string; readonly run: () => void }
type Toast = {
  readonly id: number
  readonly kind: ToastKind | 'loading'
  readonly message: ReactNode
  readonly action?: Action | undefined
  /** How many were shown or changed before. */
  readonly at: number
}

/** So many have room at once; the next ones wait. */
const room = 3
const toasts = createStore<readonly Toast[]>([])
let changes = 0

function add(toast: Omit<Toast, 'id' | 'at'>): number {
  const at = ++changes
  toasts.set([...toasts.get(), { ...toast, id: at, at }])
  return at
}

const take = (isTaken: (toast: Toast) => boolean) => toasts.set(toasts.get().filter((toast) => !isTaken(toast)))

/**
 * Where toasts appear (spec §2: top-centre, dark theme, gone after 2500 ms). Once, at the app's root; in the page's
 * body, because dialogs are there too, and would cover them. Alt+T leads to the newest.
 */
export function Toasts() {
  const texts = useTexts()
  const all = useSyncExternalStore(toasts.subscribe, toasts.get)
  const isUnseen = useSyncExternalStore(subscribeToSight, () => document.hidden)
  const list = useRef<HTMLElement>(null)
  useEffect(() => {
    const lead = (event: KeyboardEvent) => {
      if (event.altKey && event.code === 'KeyT') list.current?.querySelector<HTMLElement>('.toast')?.focus()
    }
    document.addEventListener('keydown', lead)
    return () => document.removeEventListener('keydown', lead)
  }, [])
  return createPortal(
    <section
      ref={list}
      className="toasts"
      aria-live="polite"
      aria-atomic="false"
      aria-label={texts.common.notifications}
      data-unseen={isUnseen || undefined}
      style={{ '--toast-life': `${toastAutoCloseMs}ms` } as CSSProperties}
    >
      {all
        .slice(0, room)
        .reverse()
        .map((toast) => (
          <OneToast key={toast.id} {...toast} close={texts.common.close} />
        ))}
    </section>,
    document.body,
  )
}

function subscribeToSight(notify: () => void): () => void {
  document.addEventListener('visibilitychange', notify)
  return () => document.removeEventListener('visibilitychange', notify)
}

function OneToast({ id, kind, message, action, close }: Toast & { close: string }) {
  const Icon = kind === 'loading' ? undefined : icons[kind]
  const leave = () => take((toast) => toast.id === id)
  return (
    <div className="toast" data-kind={kind} role={kind === 'error' ? 'alert' : 'status'} tabIndex={0}>
      <span className="toast-icon">
        {Icon ? <Icon size={22} stroke={1.9} aria-hidden="true" /> : <Spinner size={22} />}
      </span>
      {/* In an element of its own, so that the parts of a sentence do not stand beside each other like the icon. */}
      <div className="toast-message">
        <span>{message}</span>
        {action && (
          <button
            type="button"
            className="toast-action"
            onClick={() => {
              leave()
              action.run()
            }}
          >
            {action.label}
          </button>
        )}
      </div>
      {Icon && (
        <button type="button" className="toast-close" aria-label={close} onClick={leave}>
          <IconX size={18} stroke={1.9} aria-hidden="true" />
        </button>
      )}
      {/* Its clock: it stands while the page is not seen, and while someone points at the message or has the focus in it. */}
      {Icon && <span className="toast-time" onAnimationEnd={leave} />}
    </div>
  )
}

export function showSuccess(message: ReactNode): void {
  add({ kind: 'success', message })
}

export function showInfo(message: string): void {
  add({ kind: 'info', message })
}

export function showWarning(message: string): void {
  add({ kind: 'warning', message })
}

export function showError(message: string): void {
  add({ kind: 'error', message })
}

export type Notice = { readonly title: string; readonly text: string; readonly action: Action }

/** A message with one button, which also closes it. */
export function showNotice({ title, text, action }: Notice): void {
  const message = (
    <>
      <b>{title}</b>
      <br />
      <span>{text}</span>
    </>
  )
  add({ kind: 'success', message, action })
}

/** A loading toast that becomes the toast of the result. Each end works once. */
export type LoadingToast = Readonly<Record<'succeed' | 'fail' | 'inform', (message: string) => void>> & {
  /** Closes it without a message. */
  readonly dismiss: () => void
}

export function showLoading(message: string): LoadingToast {
  const id = add({ kind: 'loading', message })
  const isOwn = (toast: Toast) => toast.id === id
  const end = (kind: ToastKind) => (result: string) => {
    const at = ++changes
    toasts.set(toasts.get().map((toast) => (isOwn(toast) ? { id, kind, message: result, at } : toast)))
  }
  return { succeed: end('success'), fail: end('error'), inform: end('info'), dismiss: () => take(isOwn) }
}

/** Takes all away: the messages of earlier actions, before a new one begins. */
export function clearToasts(): void {
  toasts.set([])
}

/** Takes away what was refused in a dialog when the dialog goes: elsewhere it would say nothing. */
export function useOwnRefusals(open: boolean): void {
  useEffect(() => {
    if (!open) return
    const before = changes
    return () => take(({ kind, at }) => kind === 'error' && at > before)
  }, [open])
}

import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import type { ToastOptions, TypeOptions } from 'react-toastify/unstyled'
import { cssTransition, ToastContainer, toast } from 'react-toastify/unstyled'
import { toastAutoCloseMs } from '#contract/rules.ts'
import { useTexts } from '../language/texts.ts'
import { Spinner } from './spinner.tsx'
import './toasts.css'
import { dropToasts, isWaiting, noteRefusal, showToast } from './waiting-toasts.ts'

const transition = cssTransition({ enter: 'toast-in', exit: 'toast-out', collapse: false })

const icons = {
  success: IconCircleCheck,
  warning: IconAlertTriangle,
  error: IconAlertCircle,
  info: IconInfoCircle,
  default: IconInfoCircle,
} as const

function ToastIcon({ type, isLoading }: { type: TypeOptions; isLoading?: boolean }) {
  if (isLoading) return <Spinner size={22} />
  const Icon = icons[type]
  return <Icon size={22} stroke={1.9} aria-hidden="true" />
}

/**
 * Where toasts appear (spec §2: top-centre, dark theme, gone after 2500 ms). Once, at the app's root; in the page's
 * body, because dialogs are there too, and would cover them.
 */
export function Toasts() {
  const texts = useTexts()
  return createPortal(
    <ToastContainer
      position="top-center"
      theme="dark"
      autoClose={toastAutoCloseMs}
      limit={3}
      newestOnTop
      draggable={false}
      closeOnClick={false}
      transition={transition}
      role="status"
      aria-label={texts.common.notifications}
      icon={({ type, isLoading }) => <ToastIcon type={type} isLoading={isLoading ?? false} />}
      closeButton={({ closeToast }) => (
        <button type="button" className="toast-close" aria-label={texts.common.close} onClick={() => closeToast(true)}>
          <IconX size={18} stroke={1.9} aria-hidden="true" />
        </button>
      )}
    />,
    document.body,
  )
}

type ToastKind = 'success' | 'info' | 'warning' | 'error'

function optionsFor(kind: ToastKind): ToastOptions {
  return { type: kind, role: kind === 'error' ? 'alert' : 'status' }
}

/** In an element of its own, so that the parts of a sentence do not stand beside each other like the icon. */
const Message = ({ children }: { children: ReactNode }) => <span>{children}</span>

export function showSuccess(message: ReactNode): void {
  showToast(<Message>{message}</Message>, optionsFor('success'))
}

export function showInfo(message: string): void {
  showToast(<Message>{message}</Message>, optionsFor('info'))
}

export function showWarning(message: string): void {
  showToast(<Message>{message}</Message>, optionsFor('warning'))
}

export function showError(message: string): void {
  showToast(<Message>{message}</Message>, optionsFor('error'))
}

export type Notice = {
  readonly title: string
  readonly text: string
  readonly action: { readonly label: string; readonly run: () => void }
}

/** A message with one button, which also closes it. */
export function showNotice({ title, text, action }: Notice): void {
  showToast(
    ({ closeToast }) => (
      <div className="toast-notice">
        <p>
          <b>{title}</b>
          <br />
          <span>{text}</span>
        </p>
        <button
          type="button"
          className="toast-action"
          onClick={() => {
            closeToast()
            action.run()
          }}
        >
          {action.label}
        </button>
      </div>
    ),
    optionsFor('success'),
  )
}

/** A loading toast that becomes the toast of the result. Each end works once. */
export type LoadingToast = Readonly<Record<'succeed' | 'fail' | 'inform', (message: string) => void>> & {
  /** Closes it without a message. */
  readonly dismiss: () => void
}

export function showLoading(message: string): LoadingToast {
  const id = showToast(<Message>{message}</Message>, {
    role: 'status',
    isLoading: true,
    autoClose: false,
    closeOnClick: false,
    closeButton: false,
    draggable: false,
  })
  const end = (kind: ToastKind) => (result: string) => {
    // react-toastify cannot update a message that waits for room.
    if (isWaiting(id)) {
      dropToasts([id])
      showToast(<Message>{result}</Message>, optionsFor(kind))
      return
    }
    if (kind === 'error') noteRefusal(id)
    // Without `delay: 0` react-toastify waits 100 ms before it shows an update.
    toast.update(id, {
      render: <Message>{result}</Message>,
      isLoading: false,
      autoClose: toastAutoCloseMs,
      closeButton: true,
      delay: 0,
      ...optionsFor(kind),
    })
    // Its timer starts when its entry animation has ended. An update before the first frame removes that animation, and
    // the toast would stay for ever.
    toast.play({ id })
  }
  return { succeed: end('success'), fail: end('error'), inform: end('info'), dismiss: () => dropToasts([id]) }
}

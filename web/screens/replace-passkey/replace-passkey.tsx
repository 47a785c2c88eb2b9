import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { coverTexts } from '#contract/cover-texts.ts'
import { paths } from '#contract/paths.ts'
import { profileTexts } from '#contract/profile-texts.ts'
import { heldPasskeyHours } from '#contract/rules.ts'
import { getAccount } from '../../client/account-calls.ts'
import { callProduct } from '../../client/call-product.ts'
import type { PasskeyPlace } from '../../client/passkey-place.ts'
import { isRequestError, messageOf } from '../../client/request-error.ts'
import { checkNeeded } from '../../forms/check-field.ts'
import formStyles from '../../forms/form.module.css'
import { Form } from '../../forms/form.tsx'
import { useTakeOver } from '../../forms/take-over-shell.ts'
import { useForm, useFormValues } from '../../forms/use-form.ts'
import { useFormat } from '../../language/format.ts'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import { PasskeyGuide } from '../../parts/passkey/passkey-guide.tsx'
import { passkeyGuideTexts } from '../../parts/passkey/passkey-guide-texts.ts'
import { usePhoneWay } from '../../parts/passkey/use-phone-way.ts'
import { registerFor } from '../../parts/passkey/use-register-passkey.ts'
import { getMailLink, readLinkTrace } from '../../session/mail-link.ts'
import { dashboardPath, enterSession } from '../../session/session.ts'
import { useLeaveSignal } from '../../session/use-leave-signal.ts'
import { Button, Cover, FieldError, PageHeading, PasswordField, showSuccess } from '../../ui/index.ts'
import styles from './replace-passkey.module.css'
import { replacePasskeyTexts } from './replace-passkey-texts.ts'

/** Reached by the mailed link: a student, or one of the people of an institute, registers a passkey in place of a lost one. */
export function ReplacePasskey() {
  useTakeOver()
  const cover = useTextsOf(coverTexts)
  const replacePasskey = useTextsOf(replacePasskeyTexts)
  const link = getMailLink()
  return (
    <Cover
      title={cover.title}
      rows={[{ label: cover.passkey, value: cover.notYet, pending: true }]}
      note={replacePasskey.note}
      steady
      homeHref={paths.landing}
    >
      <PageHeading className={styles.heading}>{replacePasskey.title}</PageHeading>
      {link === undefined ? (
        <>
          <p className={styles.text}>{replacePasskey.linkMissing}</p>
          <p className={styles.foot}>
            <Link to={paths.login} state={{ category: readLinkTrace().isStaff ? 'ORG' : 'STD' }}>
              {replacePasskey.toLogin}
            </Link>
          </p>
        </>
      ) : (
        <ReplaceForm userId={link.id} secret={link.secret} />
      )}
    </Cover>
  )
}

function ReplaceForm({ userId, secret }: { userId: string; secret: string }) {
  const texts = useTexts()
  const replacePasskey = useTextsOf(replacePasskeyTexts)
  const profile = useTextsOf(profileTexts)
  const { guide } = useTextsOf(passkeyGuideTexts)
  const isStaff = readLinkTrace().isStaff === true
  const label = isStaff ? 'STF' : 'STD'
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { number } = useFormat()
  const makeSignal = useLeaveSignal()
  const [isOpen, setOpen] = useState(false)
  const wantedPlace = useRef<PasskeyPlace>(undefined)
  const [isHere, setHere] = useState(false)
  const way = usePhoneWay(label)
  const state = useFormValues({ password: '' })
  const form = useForm(state, { password: isOpen ? undefined : checkNeeded(state.values.password) })

  const send = form.submit(async ({ password }) => {
    const signal = makeSignal()
    const place = wantedPlace.current
    setHere(place === 'this-device')
    try {
      if (!isOpen) await callProduct('PUT /passkey/replacement', {}, { userId, secret, password })
      // The link is used up now; a failed ceremony can be repeated without it.
      setOpen(true)
      const outcome = await registerFor(userId, label, signal, place)
      if (outcome.kind !== 'registered') throw new Error(outcome.message)
      showSuccess(texts.passkey.registered)
      const account = await getAccount()
      enterSession(queries, account)
      await navigate(isStaff ? paths.acting : dashboardPath(account, 'STD'), { replace: true })
    } catch (error) {
      // Ended because the person left the page, so no message is needed.
      if (error === signal.reason) return
      const message = messageOf(error)
      if (isRequestError(error, 'user_invalid_credentials')) form.fail('password', message)
      else form.refuse(message)
    }
  })
  const registerHere = () => {
    wantedPlace.current = 'this-device'
    form.formRef.current?.requestSubmit()
    wantedPlace.current = undefined
  }

  return (
    <Form ref={form.formRef} className={formStyles.form} onSubmit={send}>
      <p className={styles.text}>
        {isStaff ? guide.staffReplace(number(heldPasskeyHours)) : replacePasskey.text(number(heldPasskeyHours))}
      </p>
      {isStaff && <p className={styles.text}>{guide.securityKey}</p>}
      {!isOpen && (
        <PasswordField label={profile.currentPassword} autoComplete="current-password" {...form.field('password')} />
      )}
      <FieldError message={form.refusal} />
      <Button
        type="submit"
        kind={way === 'open-there' ? 'secondary' : 'primary'}
        size="large"
        wide
        busy={form.busy && !isHere}
        resting={form.busy}
      >
        {texts.passkey.register}
      </Button>
      {!isStaff && (
        <PasskeyGuide
          category="STD"
          way={way}
          busy={form.busy && isHere}
          resting={form.busy}
          onThisComputer={registerHere}
          isWaiting={form.busy}
          onCancel={() => void makeSignal()}
        />
      )}
    </Form>
  )
}

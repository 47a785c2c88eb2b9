import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { DeskPerson } from '#contract/desk.ts'
import { enrolTexts } from '#contract/enrol-texts.ts'
import { callProduct } from '../../client/call-product.ts'
import { messageOf } from '../../client/request-error.ts'
import { useActs } from '../../kit/use-act.ts'
import { useRead } from '../../kit/use-read.ts'
import { useTextsOf } from '../../language/texts.ts'
import { readsBelow } from '../../live/live-keys.ts'
import { showError } from '../../ui/index.ts'
import { nameOf } from './missing.tsx'

const askEveryMs = 2_000

/** Whom the desks have called, the one who is at this page, and what the page does. `onNext`: the one is done. */
export function useDesk(onNext: () => void) {
  const { desk: words } = useTextsOf(enrolTexts)
  const queries = useQueryClient()
  const acts = useActs()
  const [chosen, choose] = useState<string>()
  /** Of the codes that this page asked for: they are told once. */
  const [secrets, setSecrets] = useState<ReadonlyMap<string, string>>(new Map())
  const [isCalling, setCalling] = useState(false)
  /** The last one, until the desk goes on. */
  const [seen, setSeen] = useState<DeskPerson>()
  const desk = useRead('GET /desk', {}, {}, { refetchInterval: askEveryMs })
  const called = desk.data?.people ?? []
  const current = called.find(({ id }) => id === chosen)
  const next = () => {
    choose(undefined)
    setSeen(undefined)
    onNext()
  }
  async function call(personId: string, newMail = false): Promise<void> {
    if (isCalling) return
    setCalling(true)
    try {
      const { id, secret } = await callProduct('POST /desk', {}, { person: personId, newMail })
      setSecrets((before) => new Map(before).set(id, secret))
      await queries.invalidateQueries(readsBelow('/desk'))
      choose(id)
    } catch (refused) {
      showError(messageOf(refused))
    }
    setCalling(false)
  }
  async function decide(one: DeskPerson, what: 'seen' | 'another-person', done: string): Promise<boolean> {
    if (!(await acts.run(`POST /desk/:enrolmentId/${what}`, { enrolmentId: one.id }, {}, { done }))) return false
    // Before the list is read again: meanwhile the desk may choose another person.
    next()
    await queries.invalidateQueries(readsBelow('/desk'))
    return true
  }
  async function see(one: DeskPerson): Promise<void> {
    if (await decide(one, 'seen', words.done(nameOf(one)))) setSeen(one)
  }
  return {
    called,
    current,
    seen: current ? undefined : seen,
    secret: current && secrets.get(current.id),
    isBusy: isCalling || acts.isBusy,
    choose,
    next,
    call,
    see,
    refuse: (one: DeskPerson) => decide(one, 'another-person', words.removed(nameOf(one))),
  }
}

type DeskKeys = {
  readonly findSearch: () => HTMLInputElement | null | undefined
  readonly onFirst: () => void
  readonly onSeen: () => void
  readonly onNext: () => void
}

/** The whole desk by keys alone: '/', Enter in the search, Ctrl and Enter, Escape. */
export function useDeskKeys({ findSearch, onFirst, onSeen, onNext }: DeskKeys): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // A dialog has its own keys, and a key that is held down does nothing twice.
    if (event.repeat || document.querySelector('[role="dialog"]')) return
    const { key, ctrlKey, target } = event
    if (key === '/' && !(target instanceof HTMLInputElement)) {
      event.preventDefault()
      findSearch()?.focus()
    } else if (key === 'Escape') onNext()
    else if (key === 'Enter' && ctrlKey) onSeen()
    else if (key === 'Enter' && target === findSearch()) onFirst()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

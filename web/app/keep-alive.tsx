import { useEffect } from 'react'
import { keepAlivePingMs } from '#contract/rules.ts'
import { pingServer } from '../client/product-calls.ts'

/** Spec §7: a page that is open keeps the server awake. */
export function KeepAlive() {
  useEffect(() => {
    const timer = setInterval(() => void pingServer(), keepAlivePingMs)
    return () => clearInterval(timer)
  }, [])
  return null
}

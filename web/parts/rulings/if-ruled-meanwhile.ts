import { RequestError } from '../../client/request-error.ts'

/** For a decision that may come second: runs where another person decided first. Any other refusal is said as usual. */
export function ifRuledMeanwhile(then: () => void): (error: Error) => boolean {
  return (error) => {
    const isSecond = error instanceof RequestError && error.reason === 'ruled-meanwhile'
    if (isSecond) then()
    return isSecond
  }
}

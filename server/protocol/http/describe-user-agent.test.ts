import { expect, test } from 'vitest'
import { describeUserAgent } from './describe-user-agent.ts'

const agents: [string, string, string, string, string][] = [
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    'Chrome',
    '142',
    'Windows',
    'desktop',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
    'Edge',
    '142',
    'Windows',
    'desktop',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1',
    'Safari',
    '26',
    'iPhone',
    'smartphone',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0.7444.148 Mobile/15E148 Safari/604.1',
    'Chrome',
    '142',
    'iPhone',
    'smartphone',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15',
    'Safari',
    '26',
    'macOS',
    'desktop',
  ],
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36',
    'Samsung Internet',
    '29',
    'Android',
    'smartphone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    'Chrome',
    '142',
    'Android',
    'tablet',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox', '145', 'Linux', 'desktop'],
  [
    'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    'Chrome',
    '142',
    'ChromeOS',
    'desktop',
  ],
  ['curl/8.16.0', '', '', '', ''],
  ['', '', '', '', ''],
]

test.each(agents)('%s', (userAgent, browser, browserVersion, system, device) => {
  expect(describeUserAgent(userAgent)).toEqual({ browser, browserVersion, system, device })
})

test('answers the longest stored value without delay', () => {
  expect(describeUserAgent('Android '.repeat(32))).toMatchObject({ system: 'Android' })
})

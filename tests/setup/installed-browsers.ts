import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

export type BrowserName = keyof typeof kinds
type BrowserKind = {
  name: string
  setting: string
  /** On the PATH, best first. */
  programs: string[]
  elsewhere: string[]
  installs: string
}

const kinds = {
  chromium: {
    name: 'Chromium',
    setting: 'CHROME_PATH',
    programs: ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'],
    elsewhere: [
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
    ],
    installs: 'chromium',
  },
  /** Opens pages three times as fast, but has no notifications. */
  headless: {
    name: 'headless Chromium',
    setting: 'CHROME_HEADLESS_PATH',
    programs: ['chromium-headless-shell', 'chrome-headless-shell'],
    elsewhere: [],
    installs: 'chromium-headless-shell',
  },
  firefox: {
    name: 'Firefox',
    setting: 'FIREFOX_PATH',
    programs: ['firefox-esr', 'firefox'],
    elsewhere: ['/Applications/Firefox.app/Contents/MacOS/firefox'],
    installs: 'firefox-esr',
  },
} satisfies Record<string, BrowserKind>

export function findBrowser(browser: BrowserName): string | undefined {
  const { setting, programs, elsewhere } = kinds[browser]
  const given = process.env[setting]
  if (given) return existsSync(given) ? given : undefined
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return [...folders.flatMap(folder => programs.map(program => join(folder, program))), ...elsewhere].find(file =>
    existsSync(file),
  )
}

/** With the system's package manager, if allowed; otherwise throws an Error that says what to do. */
export function installBrowser(browser: BrowserName): string {
  const kind = kinds[browser]
  const mayInstall =
    !process.env[kind.setting] &&
    process.platform === 'linux' &&
    process.getuid?.() === 0 &&
    spawnSync('apt-get', ['--version']).status === 0
  if (!mayInstall) throw new Error(instruction(kind))
  console.log(`Installing ${kind.name} (apt-get install ${kind.installs}).`)
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const words of [
    ['update', '-q'],
    ['install', '-y', '-q', '--no-install-recommends', kind.installs],
  ]) {
    const { status } = spawnSync('apt-get', words, { env: environment, stdio: ['ignore', 'ignore', 'inherit'] })
    if (status !== 0) throw new Error(`apt-get ${words[0]} failed. ${instruction(kind)}`)
  }
  const found = findBrowser(browser)
  if (!found) throw new Error(instruction(kind))
  return found
}

function instruction({ name, setting, installs }: BrowserKind): string {
  const given = process.env[setting]
  if (given) return `There is no browser at ${setting} (${given}).`
  return `A ${name} is needed for the browser tests: install one (Debian: sudo apt-get install ${installs}), or set ${setting}.`
}

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The browser of this machine: CHROME_PATH, else what the PATH holds. */
export function findChromium(): string | undefined {
  const given = process.env['CHROME_PATH']
  if (given) return existsSync(given) ? given : undefined
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return [...folders.flatMap(folder => names.map(name => join(folder, name))), ...elsewhere].find(file =>
    existsSync(file),
  )
}

/**
 * Installs Chromium by the system's package manager, where that is allowed.
 * @throws Error with one line that says what to do by hand
 */
export function installChromium(): string {
  const mayInstall =
    !process.env['CHROME_PATH'] &&
    process.platform === 'linux' &&
    process.getuid?.() === 0 &&
    spawnSync('apt-get', ['--version']).status === 0
  if (!mayInstall) throw new Error(instruction())
  console.log('Installing Chromium (apt-get install chromium).')
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const words of [
    ['update', '-q'],
    ['install', '-y', '-q', '--no-install-recommends', 'chromium'],
  ]) {
    const { status } = spawnSync('apt-get', words, { env: environment, stdio: ['ignore', 'ignore', 'inherit'] })
    if (status !== 0) throw new Error(`apt-get ${words[0]} failed. ${instruction()}`)
  }
  const found = findChromium()
  if (!found) throw new Error(instruction())
  return found
}

function instruction(): string {
  if (process.env['CHROME_PATH']) return `There is no browser at CHROME_PATH (${process.env['CHROME_PATH']}).`
  return 'A Chromium is needed for the browser tests: install one (Debian: sudo apt-get install chromium), or set CHROME_PATH.'
}

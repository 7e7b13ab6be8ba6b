import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { findBrowser, installBrowser } from './installed-browsers.ts'

const { PATH, CHROME_PATH, FIREFOX_PATH } = process.env
let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sen-browser-'))
  process.env['PATH'] = folder
  delete process.env['CHROME_PATH']
  delete process.env['FIREFOX_PATH']
})
afterEach(() => {
  process.env['PATH'] = PATH
  if (CHROME_PATH) process.env['CHROME_PATH'] = CHROME_PATH
  if (FIREFOX_PATH) process.env['FIREFOX_PATH'] = FIREFOX_PATH
  rmSync(folder, { recursive: true })
})

function place(name: string, script: string): string {
  const file = join(folder, name)
  writeFileSync(file, `#!/bin/sh\n${script}\n`)
  chmodSync(file, 0o755)
  return file
}

test('the browser is the one of CHROME_PATH, else the first on the PATH', () => {
  assert.equal(findBrowser('chromium'), undefined)
  const there = place('google-chrome', '')
  assert.equal(findBrowser('chromium'), there)
  process.env['CHROME_PATH'] = place('another', '')
  assert.equal(findBrowser('chromium'), join(folder, 'another'))
})

test('a CHROME_PATH where nothing is, is said', () => {
  process.env['CHROME_PATH'] = join(folder, 'nothing')
  place('chromium', '')
  assert.equal(findBrowser('chromium'), undefined)
  assert.throws(() => installBrowser('chromium'), /no browser at CHROME_PATH/)
})

test('it is installed where that is allowed, and otherwise one line says what to do', () => {
  assert.throws(
    () => installBrowser('chromium'),
    /install one \(Debian: sudo apt-get install chromium\), or set CHROME_PATH/,
  )
  place('apt-get', `[ "$1" = install ] && echo > ${folder}/chromium; exit 0`)
  if (process.getuid?.() === 0) assert.equal(installBrowser('chromium'), join(folder, 'chromium'))
  else assert.throws(() => installBrowser('chromium'), /sudo apt-get install/)
})

test('a Firefox is looked for by its own names and its own setting', () => {
  place('chromium', '')
  assert.equal(findBrowser('firefox'), undefined)
  assert.throws(() => installBrowser('firefox'), /apt-get install firefox-esr\), or set FIREFOX_PATH/)
  const there = place('firefox', '')
  assert.equal(findBrowser('firefox'), there)
})

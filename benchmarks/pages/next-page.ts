import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findBrowser } from '#tests/setup/installed-browsers.ts'
import { freePort } from '#tests/setup/server-process.ts'

/** Milliseconds from press to the next page's paint after hovering. Raw protocol, because test drivers disable prerendering. */
export async function measureNextPage(url: string, path: string): Promise<{ ms: number; ready: boolean }> {
  const port = await freePort()
  const profile = mkdtempSync(join(tmpdir(), 'sen-profile-'))
  const settings = ['--headless=new', '--no-sandbox', '--disable-gpu', '--no-first-run', '--window-size=1280,900']
  const chromium = spawn(
    findBrowser('chromium') ?? '',
    [...settings, `--remote-debugging-port=${port}`, `--user-data-dir=${profile}`, 'about:blank'],
    { stdio: 'ignore' },
  )
  const gone = new Promise(resolve => chromium.once('close', resolve))
  try {
    return await measureIn(await openLine(port), url, path)
  } finally {
    chromium.kill()
    await gone
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function measureIn(line: Line, url: string, path: string): Promise<{ ms: number; ready: boolean }> {
  const [first] = line.pages
  if (first === undefined) throw new Error('The browser has no page.')
  await line.send('Page.navigate', { url }, first)
  const link = `document.querySelector('.site-menu a[href="${path}"]')`
  while ((await line.read(first, `document.readyState === 'complete' && !!${link}`)) !== true) await wait(100)
  const place = await line.read(first, `(({ x, y }) => ({ x: x + 20, y: y + 10 }))(${link}.getBoundingClientRect())`)
  const at = { ...(place as { x: number; y: number }), button: 'left', clickCount: 1 }
  await line.send('Input.dispatchMouseEvent', { ...at, type: 'mouseMoved', button: 'none' }, first)
  await wait(1500)
  void line.send('Input.dispatchMouseEvent', { ...at, type: 'mousePressed' }, first)
  void line.send('Input.dispatchMouseEvent', { ...at, type: 'mouseReleased' }, first)
  const asked = `(() => {
    const first = performance.getEntriesByName('first-contentful-paint')[0]
    const { activationStart = 0 } = performance.getEntriesByType('navigation')[0] ?? {}
    const shown = location.pathname === '${path}' && !document.prerendering && first
    return shown ? { ms: first.startTime - activationStart, ready: activationStart > 0 } : null
  })()`
  for (let left = 100; left > 0; left--) {
    await wait(100)
    for (const page of line.pages) {
      const found = await Promise.race([line.read(page, asked), wait(500)])
      if (found) return found as { ms: number; ready: boolean }
    }
  }
  throw new Error(`${path} was not shown.`)
}

type Line = {
  pages: string[]
  send(method: string, params?: object, sessionId?: string): Promise<Record<string, unknown>>
  read(page: string, expression: string): Promise<unknown>
}

type ProtocolMessage = {
  id?: number
  result?: Record<string, unknown>
  method?: string
  params?: Record<string, unknown>
}

async function openLine(port: number): Promise<Line> {
  const socket = new WebSocket(await addressOf(port))
  await new Promise(resolve => socket.addEventListener('open', resolve, { once: true }))
  const waiting = new Map<number, (result: Record<string, unknown>) => void>()
  const pages: string[] = []
  let last = 0
  socket.addEventListener('message', ({ data }) => {
    const { id, result = {}, method, params } = JSON.parse(String(data)) as ProtocolMessage
    if (id !== undefined) waiting.get(id)?.(result)
    if (method !== 'Target.attachedToTarget') return
    const { sessionId, targetInfo } = params as { sessionId: string; targetInfo: { type: string } }
    if (targetInfo.type === 'page') pages.push(sessionId)
  })
  const send: Line['send'] = (method, params = {}, sessionId) =>
    new Promise(resolve => {
      waiting.set(++last, resolve)
      socket.send(JSON.stringify({ id: last, method, params, sessionId }))
    })
  // Attached through the tab: attaching to a page itself stops the browser from prerendering others.
  const { targetInfos } = await send('Target.getTargets', { filter: [{ type: 'tab' }] })
  const [tab] = targetInfos as { targetId: string }[]
  const { sessionId } = await send('Target.attachToTarget', { targetId: tab?.targetId, flatten: true })
  const follow = { autoAttach: true, waitForDebuggerOnStart: false, flatten: true }
  await send('Target.setAutoAttach', follow, String(sessionId))
  return {
    pages,
    send,
    async read(page, expression) {
      const { result } = await send('Runtime.evaluate', { expression, returnByValue: true }, page)
      return (result as { value?: unknown } | undefined)?.value
    },
  }
}

async function addressOf(port: number): Promise<string> {
  for (let left = 200; ; left--) {
    const answer = await fetch(`http://127.0.0.1:${port}/json/version`).catch(() => undefined)
    if (answer?.ok) return ((await answer.json()) as { webSocketDebuggerUrl: string }).webSocketDebuggerUrl
    if (left === 0) throw new Error('The browser did not start.')
    await wait(50)
  }
}

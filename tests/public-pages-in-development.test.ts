import assert from 'node:assert/strict'
import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { parseHTML } from 'linkedom'
import { createServer } from 'vite'
import { openHouse } from '#features/site/open-house.ts'
import { testApp, testPlatform } from '#server/testing.ts'
import { webConfig } from '#web/vite.config.ts'

test('public pages in development: our own chat, the guide’s pictures, and links that recommend', async t => {
  const platform = await testPlatform()
  const app = await testApp(platform)
  t.after(async () => {
    await app.close()
    await platform.close()
  })
  const house = await openHouse(platform)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const behind = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const pageConfig = JSON.stringify({ brand: 'Sen', publicUrl: behind, supportEmail: '', chat: house?.widget })
  const vite = await createServer({
    ...webConfig({ server: behind, pageConfig }),
    configFile: false,
    appType: 'spa',
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, hmr: false, watch: null },
  })
  const server = createHttpServer(vite.middlewares)
  t.after(async () => {
    server.closeAllConnections()
    server.close()
    await vite.close()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  for (const language of ['vi', 'en']) {
    const { document } = parseHTML(await (await fetch(`${url}${language === 'en' ? '/en' : ''}/guide`)).text())
    assert.equal(document.body.dataset['chat'], house?.widget)
    const pictures = [...document.querySelectorAll('.prose img')].map(one => one.getAttribute('src') ?? '')
    assert.equal(pictures.length, 8, 'four screens, light and dark')
    for (const picture of pictures) {
      assert.match(picture, new RegExp(`^/pictures/${language}/`))
      const answer = await fetch(url + picture)
      assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'image/webp'], picture)
    }
  }
  // What a mail's link brings in the address is taken by one script: the page's own, or the application's.
  const scripts = async (path: string) =>
    [
      ...(await (await fetch(url + path, { headers: { accept: 'text/html' } })).text()).matchAll(/src="\/(\S+)\.ts"/g),
    ].map(([, name]) => name)
  assert.deepEqual(new Set(await scripts('/')), new Set(['islands', 'islands/first']))
  assert.ok((await scripts('/auth')).includes('boot'))

  for (const path of ['/', '/en/pricing', '/auth?mode=sign-up']) {
    const answer = await fetch(`${url}${path}${path.includes('?') ? '&' : '?'}ref=abcdefgh`, {
      headers: { accept: 'text/html' },
    })
    assert.match(answer.headers.get('set-cookie') ?? '', /^ref_code=ABCDEFGH; Path=\//, path)
  }
})

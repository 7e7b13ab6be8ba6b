import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { signInOwner, signUpOwner, type ShopOwner } from '#dev/shop-client.ts'
import { makeHome, startServer } from '#tests/setup/server-process.ts'
import { openWebsite, webPage } from '#tests/fixtures/website.ts'
import { readAnonKey } from '#tests/fixtures/anon-key.ts'

type Link = { id: string; status: string; pages_read: number; passages_count: number }
type Page = { url: string; status: string; version: number }

const account = { email: 'kill@mocan.example', password: 'gốm Bát Tràng nung lửa', name: 'Nguyễn Thu Hạnh' }
const paths = ['/a', '/b', '/c', '/d', '/e']

test(
  'killed three times while a website is read, each page is there once, and the old ones answered all along',
  { timeout: 240_000 },
  async () => {
    const site = await openWebsite({ '/': webPage('Tiệm gốm', '<p>Gốm làm tay từ Bát Tràng.</p>', paths) })
    const price = (amount: string) => {
      for (const path of paths)
        site.set(path, webPage(`Chén ${path}`, `<p>Chén mẫu ${path} giá ${amount} một chiếc.</p>`))
    }
    price('65.000đ')
    const home = await makeHome({ CRAWL_ALLOWED_HOSTS: site.host, HUMAN_CHECK: 'off', AUTH_RATE_LIMITS: 'off' })
    let server = await startServer(home)
    try {
      const anonKey = await readAnonKey(home)
      let owner: ShopOwner = await signUpOwner(server.url, anonKey, join(home.dataDir, 'mail'), account)
      const link = await owner.act<Link>('POST', '/sources/links', { url: site.url, mode: 'site', depth: 1 })

      async function killAt(pages: number): Promise<void> {
        await until(async () => (await find()).status === 'processed' || (await find()).pages_read >= pages)
        await server.kill()
        server = await startServer(home)
        const again = await signInOwner(server.url, anonKey, account)
        assert.ok(again)
        owner = again
      }
      const find = async (): Promise<Link> => (await owner.rows<Link>(`sources?id=eq.${link.id}`))[0]!
      const pages = (): Promise<Page[]> => owner.rows<Page>(`sources?parent_id=eq.${link.id}&order=url`)
      const passages = async (): Promise<string[]> =>
        (await owner.rows<{ text: string }>('passages?select=text&order=text')).map(passage => passage.text)
      const done = (): Promise<void> => until(async () => (await find()).status === 'processed')

      await killAt(2)
      await killAt(4)
      await done()
      assert.deepEqual(
        (await pages()).map(page => [page.url.replace(site.url, ''), page.status]),
        ['/', ...paths].map(path => [path, 'processed']),
      )
      assert.equal((await passages()).length, 6)
      for (const path of paths) assert.ok(site.hits.filter(hit => hit === path).length <= 3, path)

      price('70.000đ')
      await owner.act('POST', `/sources/${link.id}/resync`)
      await killAt(3)
      const during = (await passages()).filter(text => text.includes('Chén mẫu'))
      const old = during.filter(text => text.includes('65.000đ')).length
      assert.ok(old === 5 || old === 0, `half of each: ${during.join(' | ')}`)
      await done()
      assert.deepEqual((await passages()).filter(text => text.includes('70.000đ')).length, 5)
      assert.equal((await passages()).length, 6)
    } finally {
      await server.stop()
      await site.close()
      await home.remove()
    }
  },
)

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (await holds()) return
    await wait(100)
  }
  throw new Error('It never came.')
}

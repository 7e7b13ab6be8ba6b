import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { sql } from 'kysely'
import { newId } from '#platform/ids.ts'
import { runAsOwner } from '#tests/fixtures/run-as-owner.ts'
import { makeMember, makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'
import { type Listening, startListening } from '../wire/listening.ts'

type Storage = SupabaseClient['storage']
type Person = 'anonymous' | 'stranger' | 'member' | 'admin'

const people: Person[] = ['anonymous', 'stranger', 'member', 'admin']
const types = {
  sources: 'application/pdf',
  attachments: 'image/png',
  proofs: 'image/png',
  invoices: 'application/pdf',
  avatars: 'image/png',
} as const
type BucketName = keyof typeof types
const buckets = Object.keys(types) as BucketName[]
const readers: Record<BucketName, Person[]> = {
  sources: ['member', 'admin'],
  attachments: ['member', 'admin'],
  proofs: ['admin'],
  invoices: ['admin'],
  avatars: ['member', 'admin'],
}
const senders: Record<BucketName, Person[]> = {
  sources: [],
  attachments: ['member', 'admin'],
  proofs: [],
  invoices: [],
  avatars: ['admin'],
}

function code({ error }: { error: Error | null }): string {
  return error ? ((error as { code?: string }).code ?? error.message) : 'fine'
}

describe('files of a workspace', () => {
  let server: Listening
  let owner: Owner
  let member: Owner
  let service: Storage
  let as: Record<Person, Storage>
  const keys = {} as Record<BucketName, string>

  before(async () => {
    server = await startListening()
    const { platform } = server
    owner = await makeOwner(platform)
    member = await makeMember(platform, owner)
    service = createClient(server.url, platform.tokens.serviceRoleKey, { auth: { persistSession: false } }).storage
    as = {
      anonymous: server.client().storage,
      stranger: server.client(await makeOwner(platform)).storage,
      member: server.client(member).storage,
      admin: server.client(owner).storage,
    }
    for (const bucket of buckets) {
      keys[bucket] = `${owner.workspaceId}/${newId()}`
      const { error } = await service.from(bucket).upload(keys[bucket], 'x', { contentType: types[bucket] })
      assert.equal(error, null)
    }
  })
  after(() => server.close())

  const still = async (bucket: BucketName) => (await service.from(bucket).exists(keys[bucket])).data

  for (const bucket of buckets) {
    for (const person of people) {
      const mayRead = readers[bucket].includes(person)
      test(`${bucket}: ${person} ${mayRead ? 'sees' : 'does not see'} them`, async () => {
        const files = as[person].from(bucket)
        const key = keys[bucket]
        const folder = owner.workspaceId
        const expected = mayRead ? 'fine' : 'NoSuchKey'
        assert.equal(code(await files.download(key)), bucket === 'avatars' ? 'fine' : expected)
        assert.equal(code(await files.info(key)), expected)
        assert.equal(code(await files.createSignedUrl(key, 60)), expected)
        assert.equal((await files.createSignedUrls([key], 60)).data?.[0]?.error === null, mayRead)
        assert.equal((await files.list(folder)).data?.length, mayRead ? 1 : 0)
        assert.equal((await files.list()).data?.length, mayRead ? 1 : 0)
        assert.equal((await files.list('', { search: folder.slice(0, 8) })).data?.length, mayRead ? 1 : 0)
        const page = (await files.listV2({ prefix: folder })).data
        assert.equal(page?.objects.length, mayRead ? 1 : 0)
        assert.equal((await files.listV2({ with_delimiter: true })).data?.folders.length, mayRead ? 1 : 0)
      })

      test(`${bucket}: ${person} cannot change them`, async () => {
        const files = as[person].from(bucket)
        const key = keys[bucket]
        const options = { contentType: types[bucket] }
        const hidden = mayRead ? 'AccessDenied' : 'NoSuchKey'
        assert.match(code(await files.upload(key, 'y', { ...options, upsert: true })), /AccessDenied/)
        assert.equal(code(await files.update(key, 'y', options)), 'NoSuchKey')
        assert.equal(code(await files.move(key, `${owner.workspaceId}/${newId()}`)), hidden)
        assert.equal(code(await files.move(key, newId(), { destinationBucket: 'attachments' })), hidden)
        assert.match(code(await files.createSignedUploadUrl(key, { upsert: true })), /AccessDenied/)
        if (!mayRead) assert.equal(code(await files.copy(key, `${owner.workspaceId}/${newId()}`)), 'NoSuchKey')
        if (!(bucket === 'avatars' && person === 'admin')) assert.deepEqual((await files.remove([key])).data, [])
        assert.equal(await still(bucket), true)
        assert.equal(await (await service.from(bucket).download(key)).data?.text(), 'x')
      })

      test(`${bucket}: ${person} ${senders[bucket].includes(person) ? 'may add' : 'cannot add'} one`, async () => {
        const files = as[person].from(bucket)
        const may = senders[bucket].includes(person)
        const options = { contentType: types[bucket] }
        const send = async (key: string) => code(await files.upload(key, 'z', options))
        const key = `${owner.workspaceId}/${newId()}`
        assert.equal(await send(key), may ? 'fine' : 'AccessDenied')
        assert.equal(
          code(await files.createSignedUploadUrl(`${owner.workspaceId}/${newId()}`)),
          may ? 'fine' : 'AccessDenied',
        )
        for (const odd of [
          `${newId()}/${newId()}`,
          newId(),
          `${owner.workspaceId}/price-list.pdf`,
          `${owner.workspaceId}/a/${newId()}`,
          `${newId()}/${owner.workspaceId}/${newId()}`,
        ])
          assert.equal(await send(odd), 'AccessDenied', odd)
        if (!may) return
        const { rows } = await server.platform.db.asService(null, tx =>
          sql<{
            owner: string
            owner_id: string
          }>`select owner, owner_id from storage.objects where bucket_id = ${bucket} and name = ${key}`.execute(tx),
        )
        const id = person === 'member' ? member.personId : owner.personId
        assert.deepEqual(rows, [{ owner: id, owner_id: id }])
        await service.from(bucket).remove([key])
      })
    }
  }

  test('buckets are the operator’s alone', async () => {
    for (const person of people) {
      const storage = as[person]
      assert.deepEqual((await storage.listBuckets()).data, [])
      assert.equal(code(await storage.getBucket('sources')), 'NoSuchBucket')
      assert.equal(code(await storage.createBucket('mine', { public: true })), 'AccessDenied')
      assert.equal(code(await storage.updateBucket('sources', { public: true })), 'NoSuchBucket')
      assert.equal(code(await storage.emptyBucket('sources')), 'AccessDenied')
      assert.equal(code(await storage.deleteBucket('sources')), 'NoSuchBucket')
    }
    assert.equal((await service.getBucket('sources')).data?.public, false)
    assert.equal((await service.listBuckets()).data?.length, buckets.length)
  })

  test('their sizes and types are limited, to the byte', async () => {
    const send = async (bucket: BucketName, size: number, contentType: string) =>
      code(await service.from(bucket).upload(`${owner.workspaceId}/${newId()}`, Buffer.alloc(size), { contentType }))
    assert.equal(await send('sources', 10_485_760, 'application/pdf'), 'fine')
    assert.equal(await send('sources', 10_485_761, 'application/pdf'), 'EntityTooLarge')
    assert.equal(await send('avatars', 2_097_153, 'image/png'), 'EntityTooLarge')
    for (const bucket of buckets)
      for (const type of ['text/html', 'image/svg+xml', 'application/x-msdownload', 'text/javascript'])
        assert.equal(await send(bucket, 1, type), 'InvalidMimeType')
  })

  test('an admin may take an avatar away', async () => {
    const key = `${owner.workspaceId}/${newId()}`
    assert.equal(code(await as.admin.from('avatars').upload(key, 'x', { contentType: 'image/png' })), 'fine')
    for (const person of ['anonymous', 'stranger', 'member'] as const)
      assert.deepEqual((await as[person].from('avatars').remove([key])).data, [])
    assert.equal((await as.admin.from('avatars').remove([key])).data?.length, 1)
  })

  test('a workspace has room for so many files and so many bytes; another one is not concerned', async () => {
    const shop = await makeOwner(server.platform)
    const files = server.client(shop).storage.from('attachments')
    const send = async () =>
      code(await files.upload(`${shop.workspaceId}/${newId()}`, 'xx', { contentType: 'image/png' }))
    const fill = (count: number, size: number) =>
      server.platform.db.asService(shop.workspaceId, tx =>
        sql`insert into storage.objects (bucket_id, name, metadata)
          select 'attachments', ${shop.workspaceId}::text || '/' || gen_random_uuid(), jsonb_build_object('size', ${size}::bigint) from generate_series(1, ${count}::int)`.execute(
          tx,
        ),
      )
    const empty = () =>
      server.platform.db.asService(shop.workspaceId, tx =>
        sql`delete from storage.objects where name like ${`${shop.workspaceId}/%`}`.execute(tx),
      )
    await fill(9_998, 1)
    assert.deepEqual([await send(), await send(), await send()], ['fine', 'fine', 'AccessDenied'])
    await empty()
    await fill(1, 5_368_709_120 - 3)
    const together = await Promise.all([send(), send(), send()])
    assert.deepEqual(
      together.sort((a, b) => a.localeCompare(b)),
      ['AccessDenied', 'AccessDenied', 'fine'],
    )
    assert.equal(
      code(
        await as.member
          .from('attachments')
          .upload(`${owner.workspaceId}/${newId()}`, 'x', { contentType: 'image/png' }),
      ),
      'fine',
    )
  })

  test('a removed member is out at once', async () => {
    const leaver = await makeMember(server.platform, owner)
    const files = server.client(leaver).storage.from('attachments')
    assert.equal(code(await files.download(keys.attachments)), 'fine')
    await server.platform.db.asService(owner.workspaceId, tx =>
      sql`delete from members where workspace_id = ${owner.workspaceId} and person_id = ${leaver.personId}`.execute(tx),
    )
    assert.equal(code(await files.download(keys.attachments)), 'NoSuchKey')
    assert.equal(
      code(await files.upload(`${owner.workspaceId}/${newId()}`, 'x', { contentType: 'image/png' })),
      'AccessDenied',
    )
  })
})

describe('policies of one’s own', () => {
  let server: Listening
  let owner: Owner
  let other: Owner

  before(async () => {
    server = await startListening()
    owner = await makeOwner(server.platform)
    other = await makeOwner(server.platform)
    await runAsOwner(
      server.platform,
      `insert into storage.buckets (id, name, owner, owner_id, public) values ('kho', 'kho', null, null, false);
      insert into storage.objects (bucket_id, name, owner, metadata) values ('kho', 'public/seeded.png', '${owner.personId}', '{"mimetype": "image/png", "size": 1234}');
      create policy everybody on storage.objects for all using (bucket_id = 'kho' and (storage.foldername(name))[1] = 'public');
      create policy signed_in on storage.objects for all using (bucket_id = 'kho' and (storage.foldername(name))[1] = 'signed' and auth.role() = 'authenticated');
      create policy owners on storage.objects for all using (bucket_id = 'kho' and (storage.foldername(name))[1] = 'own' and owner_id = auth.uid()::text);
      create policy only_text on storage.objects for insert with check (bucket_id = 'kho' and storage.extension(name) = 'txt' and storage.filename(name) like 'drop-%');
      create policy one_admin on storage.buckets for all using (auth.uid() = '${owner.personId}')`,
    )
  })
  after(() => server.close())

  test('open a folder to everybody, to whoever signed in, to the owner of a file', async () => {
    const everybody = server.client().storage.from('kho')
    const one = server.client(owner).storage.from('kho')
    const two = server.client(other).storage.from('kho')
    assert.equal(code(await everybody.upload('public/a.txt', 'x')), 'fine')
    assert.equal(code(await everybody.upload('public/a.txt', 'y', { upsert: true })), 'fine')
    assert.equal(code(await everybody.copy('public/a.txt', 'public/b.txt')), 'fine')
    assert.equal(code(await everybody.copy('public/a.txt', 'signed/b.txt')), 'AccessDenied')
    assert.equal(code(await everybody.move('public/a.txt', 'signed/a.txt')), 'AccessDenied')
    assert.equal(code(await everybody.upload('signed/a.txt', 'x')), 'AccessDenied')
    assert.equal(code(await one.upload('signed/a.txt', 'x')), 'fine')
    assert.equal(code(await everybody.download('signed/a.txt')), 'NoSuchKey')
    assert.equal(code(await two.update('signed/a.txt', 'y')), 'fine')
    assert.equal(code(await one.upload('own/a.txt', 'x')), 'fine')
    assert.equal(code(await two.download('own/a.txt')), 'NoSuchKey')
    assert.deepEqual((await two.list('own')).data, [])
    assert.deepEqual((await two.remove(['own/a.txt'])).data, [])
    assert.equal(code(await two.upload('own/a.txt', 'x', { upsert: true })), 'AccessDenied')
    assert.equal(code(await one.move('own/a.txt', 'own/b.txt')), 'fine')
    assert.equal((await one.remove(['own/b.txt'])).data?.length, 1)
    assert.equal(code(await everybody.upload('elsewhere/a.txt', 'x')), 'AccessDenied')
  })

  test('may let somebody send who cannot read', async () => {
    const everybody = server.client().storage.from('kho')
    assert.equal(code(await everybody.upload('box/drop-1.txt', 'x')), 'fine')
    assert.equal(code(await everybody.upload('box/drop-1.txt', 'x')), 'KeyAlreadyExists')
    assert.equal(code(await everybody.upload('box/drop-2.png', 'x')), 'AccessDenied')
    assert.equal(code(await everybody.download('box/drop-1.txt')), 'NoSuchKey')
    assert.equal(code(await everybody.upload('box/drop-1.txt', 'x', { upsert: true })), 'AccessDenied')
    const link = await everybody.createSignedUploadUrl('box/drop-3.txt')
    assert.equal(code(await everybody.uploadToSignedUrl('box/drop-3.txt', link.data?.token ?? '', 'x')), 'fine')
  })

  test('decide about buckets too', async () => {
    const storage = server.client(owner).storage
    assert.equal((await storage.listBuckets()).data?.length, 6)
    assert.equal(code(await storage.createBucket('mine')), 'fine')
    assert.equal((await storage.getBucket('mine')).data?.owner, owner.personId)
    assert.equal(code(await storage.deleteBucket('mine')), 'fine')
    assert.equal(code(await server.client(other).storage.createBucket('mine')), 'AccessDenied')
  })

  test('an object seeded without bytes is listed, and cannot be read', async () => {
    const everybody = server.client().storage.from('kho')
    assert.equal((await everybody.list('public', { search: 'seeded' })).data?.[0]?.metadata?.['size'], 1234)
    assert.equal((await everybody.info('public/seeded.png')).data?.contentType, 'image/png')
    assert.equal(code(await everybody.download('public/seeded.png')), 'NoSuchKey')
    assert.equal(code(await everybody.move('public/seeded.png', 'public/moved.png')), 'fine')
    assert.equal((await everybody.remove(['public/moved.png'])).data?.length, 1)
  })
})

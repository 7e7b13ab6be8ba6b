import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { maxEdits, maxValueLength } from '#shared/contracts/training/facts.contract.ts'
import type { ExamQuestion, Fact, FactCounts, FactPlace, Facts } from '#shared/contracts/training/facts.results.ts'
import { newId } from '#platform/ids.ts'
import { strangerTo, trainingDrivers } from '#tests/drivers/training-driver.ts'

const rows = ['| Nến quế 200g | 120.000đ | 40 giờ |', '| Nến sả chanh 200g | 95.000đ | 35 giờ |']
const list = (own = rows) => ['Bảng giá nến', '', '| Tên | Giá | Cháy được |', '|---|---|---|', ...own, ''].join('\n')
const rest = 'Giờ mở cửa: 8h30 – 20h00 mỗi ngày\nĐịa chỉ: 14 Lý Nam Đế, Huế\n'

describe('what the bot understood', () => {
  const desk = trainingDrivers()
  let source: string
  beforeEach(async () => {
    const { json } = await desk.send('POST', '/sources/files', `${list()}\n${rest}`, 'gia-nen.txt')
    source = json.id
    await desk.platform.jobs.drain()
  })

  const read = async (): Promise<Facts> => (await desk.call<Facts>('GET', '/facts')).json
  const readSource = async (): Promise<Facts> => (await desk.call<Facts>('GET', `/facts?source_id=${source}`)).json
  const fact = async (name: RegExp): Promise<Fact> =>
    (await read()).facts.find(one => name.test(one.name)) ?? assert.fail(String(name))
  const priceOf = (one: Fact) => one.values.find(({ kind }) => kind === 'money')
  const edit = (one: Pick<Fact, 'source_id' | 'subject'>, head: string | null, value: string | null) =>
    desk.call<{ id: string }>('PUT', '/facts', { source_id: one.source_id, subject: one.subject, head, value })

  test('is shown line by line, with columns and the line as it stands', async () => {
    const cinnamon = await fact(/quế/)
    assert.equal(cinnamon.source_id, source)
    assert.equal(cinnamon.line.includes('Nến quế 200g'), true)
    assert.deepEqual(
      cinnamon.values.map(({ head, value, kind }) => [head, value, kind]),
      [
        ['Giá', '120.000đ', 'money'],
        ['Cháy được', '40 giờ', cinnamon.values[1]?.kind],
      ],
    )
    assert.equal(cinnamon.state, 'valid')
  })

  test('a price set right is said in the very next answer, and stays when the document gets a new version', async () => {
    assert.match((await desk.ask('nến quế 200g giá bao nhiêu')).reply, /120\.000/)
    const { version } = await read()
    const made = await edit(await fact(/quế/), 'Giá', '130.000đ')
    assert.equal(made.status, 200, JSON.stringify(made.json))
    assert.equal((await read()).version, version + 1, 'pages of before and after do not join')
    const answer = await desk.ask('nến quế 200g giá bao nhiêu')
    assert.match(answer.reply, /130\.000/)
    assert.doesNotMatch(answer.reply, /120\.000/)
    assert.deepEqual([priceOf(await fact(/quế/))?.edit?.was], ['120.000đ'])
    assert.match((await desk.ask('nến sả chanh 200g giá bao nhiêu')).reply, /95\.000/)

    await desk.send(
      'PUT',
      `/sources/${source}/file`,
      list(['| Nến bưởi 200g | 99.000đ | 30 giờ |', ...rows]),
      'gia-nen.txt',
    )
    await desk.platform.jobs.drain()
    assert.match((await desk.ask('nến quế 200g giá bao nhiêu')).reply, /130\.000/)
    assert.match((await desk.ask('nến bưởi 200g giá bao nhiêu')).reply, /99\.000/)

    const undone = await desk.call('DELETE', `/facts/${made.json.id}`)
    assert.ok(undone.status < 300)
    assert.match((await desk.ask('nến quế 200g giá bao nhiêu')).reply, /120\.000/)
  })

  test('set right twice, the newer value holds and the document’s own is still known', async () => {
    await edit(await fact(/quế/), 'Giá', '130.000đ')
    await edit(await fact(/quế/), 'Giá', '140.000đ')
    const price = priceOf(await fact(/quế/))
    assert.deepEqual([price?.value, price?.edit?.was], ['140.000đ', '120.000đ'])
  })

  test('so many and no more; one of them may still change', async () => {
    const cinnamon = await fact(/quế/)
    await edit(cinnamon, 'Giá', '130.000đ')
    await desk.platform.db.asService(null, tx =>
      sql`insert into private.fact_edits (id, workspace_id, source_id, subject, was, created_at)
        select gen_random_uuid(), workspace_id, source_id, 'dòng ' || n, '', created_at
        from private.fact_edits, generate_series(2, ${maxEdits}) n`.execute(tx),
    )
    assert.equal((await edit(cinnamon, 'Cháy được', '50 giờ')).code, 'training.edits_reached')
    assert.equal((await edit(cinnamon, 'Giá', '140.000đ')).status, 200)
    assert.equal(priceOf(await fact(/quế/))?.value, '140.000đ')
  })

  test('a line that is switched off is not said, is listed, and comes back', async () => {
    const made = await edit(await fact(/sả chanh/), null, null)
    assert.doesNotMatch((await desk.ask('nến sả chanh 200g giá bao nhiêu')).reply, /95\.000/)
    const { facts, off } = await read()
    assert.equal(
      facts.some(({ name }) => name.includes('sả chanh')),
      false,
    )
    assert.deepEqual([off.length, off[0]?.id, off[0]?.was.includes('sả chanh')], [1, made.json.id, true])
    await desk.call('DELETE', `/facts/${made.json.id}`)
    assert.match((await desk.ask('nến sả chanh 200g giá bao nhiêu')).reply, /95\.000/)
  })

  test('what makes a test question worse is asked back first', async () => {
    await desk.saveTest('nến quế 200g giá bao nhiêu', '120.000đ')
    const refused = await edit(await fact(/quế/), 'Giá', '130.000đ')
    assert.deepEqual([refused.status, refused.code], [409, 'training.answers_worse'])
    assert.equal(priceOf(await fact(/quế/))?.value, '120.000đ')
  })

  test('nonsense is refused: no such line, no such column, nothing, too much, marks that part columns', async () => {
    const cinnamon = await fact(/quế/)
    assert.equal((await edit({ ...cinnamon, subject: 'không có' }, 'Giá', '1đ')).status, 404)
    assert.equal((await edit({ ...cinnamon, source_id: newId() }, 'Giá', '1đ')).status, 404)
    assert.equal((await edit(cinnamon, 'Màu', 'đỏ')).status, 404)
    assert.equal((await edit(cinnamon, 'Giá', ' ')).status, 400)
    assert.equal((await edit(cinnamon, 'Giá', 'x'.repeat(maxValueLength + 1))).status, 400)
    await edit(cinnamon, 'Giá', '130.000đ | 1 giờ\n| Nến lạ | 5đ')
    assert.equal(
      (await read()).facts.some(({ name }) => name.includes('lạ')),
      false,
    )
  })

  test('another shop neither sees nor changes it', async () => {
    const made = await edit(await fact(/quế/), 'Giá', '130.000đ')
    const stranger = await strangerTo(desk)
    const theirs = await stranger.call<Facts>('GET', '/facts')
    assert.deepEqual([theirs.json.facts.length, theirs.json.off.length], [0, 0])
    const cinnamon = await fact(/quế/)
    const body = { source_id: cinnamon.source_id, subject: cinnamon.subject, head: 'Giá', value: '1đ' }
    assert.equal((await stranger.call('PUT', '/facts', body)).status, 404)
    await stranger.call('DELETE', `/facts/${made.json.id}`)
    assert.equal(priceOf(await fact(/quế/))?.value, '130.000đ')
  })

  test('of one document every line says where it stands, as stored, corrected or switched off', async () => {
    await edit(await fact(/quế/), 'Giá', '130.000đ')
    await edit(await fact(/sả chanh/), null, null)
    const { facts, off, total, next } = await readSource()
    assert.deepEqual([total, next], [facts.length, null])
    const [passage] = await desk.rows<{ id: string; text: string }>(`passages?source_id=eq.${source}&order=position`)
    const textAt = (place: FactPlace | null) => passage?.text.slice(place?.start, place?.end)
    const cinnamon = facts.find(({ name }) => /quế/.test(name))
    assert.equal(cinnamon?.place?.passage_id, passage?.id)
    assert.deepEqual([textAt(cinnamon?.place ?? null), cinnamon?.line], [rows[0], rows[0]])
    assert.equal(cinnamon?.said, 'Nến quế 200g: 130.000đ, cháy được 40 giờ')
    assert.equal(textAt(off[0]?.place ?? null), rows[1])
    assert.equal((await desk.call('GET', `/facts?source_id=${newId()}`)).status, 404)
    const rest = await desk.call<Facts>('GET', `/facts?source_id=${source}&from=1`)
    assert.deepEqual([rest.json.facts.length, rest.json.total], [total - 1, total])
  })

  test('what may be misread is doubtful until a member confirms it, and again when the line changes', async () => {
    const replace = async (price: string) => {
      const own = [...rows, '| Nến trầm 200g | 99.000đ | 30 giờ |', `| Nến bưởi 200g | ${price} | 30 giờ |`]
      await desk.send('PUT', `/sources/${source}/file`, list(own), 'gia-nen.txt')
      await desk.platform.jobs.drain()
    }
    const doubtful = async () => (await readSource()).facts.filter(({ doubt }) => doubt).map(({ name }) => name)
    const confirm = async (confirmed: boolean, line?: string) => {
      const { source_id, subject, line: own } = await fact(/bưởi/)
      return desk.call('PUT', '/facts/confirmed', { source_id, subject, line: line ?? own, confirmed })
    }
    await replace('9.900.000đ')
    assert.deepEqual(await doubtful(), ['Nến bưởi 200g'])
    assert.equal((await confirm(true, '| Nến bưởi 200g | 1đ |')).status, 404)
    assert.ok((await confirm(true)).status < 300)
    assert.ok((await confirm(true)).status < 300)
    assert.deepEqual(await doubtful(), [])
    assert.ok((await fact(/bưởi/)).confirmed_at)
    await confirm(false)
    assert.deepEqual(await doubtful(), ['Nến bưởi 200g'])
    await confirm(true)
    await replace('9.800.000đ')
    assert.deepEqual(await doubtful(), ['Nến bưởi 200g'])

    const stranger = await strangerTo(desk)
    const { source_id, subject, line } = await fact(/bưởi/)
    const theirs = await stranger.call('PUT', '/facts/confirmed', { source_id, subject, line, confirmed: true })
    assert.equal(theirs.status, 404)
    assert.equal((await stranger.call('GET', `/facts?source_id=${source}`)).status, 404)
  })

  test('what is used of a document is counted by lines', async () => {
    const counts = async () => (await desk.call<FactCounts>('GET', '/facts/counts')).json
    assert.deepEqual(await counts(), [{ source_id: source, prices: 2, rules: 2 }])
    await edit(await fact(/sả chanh/), null, null)
    assert.deepEqual(await counts(), [{ source_id: source, prices: 1, rules: 2 }])
    const dashes = '# Nến ly\n\n- Nến cam: 90.000đ\n- Nến mật ong: 85.000đ\n\nNến đã đốt thì shop không nhận đổi trả.\n'
    const { json } = await desk.send('POST', '/sources/files', dashes, 'nen-ly.txt')
    await desk.platform.jobs.drain()
    const added = (await counts()).find(({ source_id }) => source_id === json.id)
    assert.deepEqual(added, { source_id: json.id, prices: 2, rules: 1 }, 'a price once, a heading not at all')
  })

  test('another document with another price for the same is named, its line too, and set right by that', async () => {
    await desk.send('POST', '/sources/files', 'Nến quế 200g: 150.000đ\n', 'khuyen-mai.txt')
    await desk.platform.jobs.drain()
    const { facts, sources } = await readSource()
    const differs = facts.find(({ name }) => /quế/.test(name))?.differs
    assert.equal(differs?.value, '150.000đ')
    assert.match(sources.find(({ id }) => id === differs?.source_id)?.title ?? '', /khuyen-mai/)
    assert.equal(facts.find(({ name }) => /sả/.test(name))?.differs, null)
    const { facts: others } = (await desk.call<Facts>('GET', `/facts?source_id=${differs!.source_id}`)).json
    assert.deepEqual([differs?.passage_id, differs?.start], [others[0]?.place?.passage_id, others[0]?.place?.start])
    assert.equal(differs?.settles, true)
    await edit(differs, differs.head, differs.own)
    assert.equal((await fact(/quế/)).differs, null)
    assert.match((await desk.ask('nến quế 200g giá bao nhiêu')).reply, /120\.000/)
  })

  describe('of rows of one name', () => {
    const sizes = ['| Dịch vụ | Thời lượng | Giá |', '|---|---|---|', '| Massage | 60 phút | 200k |']
    const long = '| Massage | 90 phút | 300k |'
    const massage = async () => (await read()).facts.filter(({ name }) => name === 'Massage')
    const shown = async () => (await massage()).map(({ values }) => values.map(({ value }) => value).join(' '))
    const row = async (duration: string) =>
      (await massage()).find(({ values }) => values[0]?.value === duration) ?? assert.fail(duration)
    let file: string
    beforeEach(async () => {
      const { json } = await desk.send('POST', '/sources/files', [...sizes, long].join('\n'), 'massage.txt')
      file = json.id
      await desk.platform.jobs.drain()
    })

    test('a correction or the switch changes one, and is taken back there', async () => {
      const price = await edit(await row('90 phút'), 'Giá', '320k')
      assert.deepEqual(await shown(), ['60 phút 200k', '90 phút 320k'])
      assert.equal((await row('60 phút')).values[1]?.edit, null)
      assert.equal((await row('90 phút')).values[1]?.edit?.id, price.json.id)
      const off = await edit(await row('60 phút'), null, null)
      assert.deepEqual(await shown(), ['90 phút 320k'])
      const { json } = await desk.call<Facts>('GET', `/facts?source_id=${file}`)
      assert.deepEqual([json.off.length, json.facts.length], [1, 1])
      await desk.call('DELETE', `/facts/${off.json.id}`)
      await desk.call('DELETE', `/facts/${price.json.id}`)
      assert.deepEqual(await shown(), ['60 phút 200k', '90 phút 300k'])
    })

    test('what tells them apart may be corrected too; the line is still known', async () => {
      const duration = await edit(await row('60 phút'), 'Thời lượng', '75 phút')
      await edit(await row('75 phút'), 'Giá', '250k')
      assert.deepEqual(await shown(), ['75 phút 250k', '90 phút 300k'])
      assert.equal((await row('75 phút')).values[0]?.edit?.id, duration.json.id)
      await desk.call('DELETE', `/facts/${duration.json.id}`)
      assert.deepEqual(await shown(), ['60 phút 250k', '90 phút 300k'])
    })

    test('a correction finds its row in the next version, where another may be gone or new', async () => {
      await edit(await row('90 phút'), 'Giá', '320k')
      const renew = async (lines: string[]) => {
        await desk.send('PUT', `/sources/${file}/file`, lines.join('\n'), 'massage.txt')
        await desk.platform.jobs.drain()
      }
      await renew([...sizes, '| Massage | 75 phút | 250k |', long])
      assert.deepEqual(await shown(), ['60 phút 200k', '75 phút 250k', '90 phút 320k'])
      await renew([...sizes.slice(0, 2), long])
      assert.deepEqual(await shown(), ['90 phút 320k'])
      await renew(sizes)
      assert.deepEqual(await shown(), ['60 phút 200k'])
    })

    const renewed = async (lines: string[]) => {
      await desk.send('PUT', `/sources/${file}/file`, lines.join('\n'), 'massage.txt')
      await desk.platform.jobs.drain()
    }
    const linesOf = async () =>
      (await read()).facts
        .filter(one => one.source_id === file)
        .map(one => one.values.map(({ value }) => value).join(' '))
    const lineWith = async (words: string) => {
      const lines = (await read()).facts.filter(one => one.source_id === file)
      return lines.find(one => one.line.includes(words)) ?? assert.fail(words)
    }

    for (const [what, table, words, rest] of [
      [
        'the same figure stands in another column',
        [
          '| Phòng | Số khách | Số đêm | Giá |',
          '|---|---|---|---|',
          '| Đôi | 2 | 1 | 500k |',
          '| Đôi | 2 | 3 | 1.300k |',
          '| Đôi | 3 | 2 | 1.100k |',
        ],
        '1.100k',
        ['2 1 500k', '2 3 1.300k'],
      ],
      [
        'its own cell is empty',
        [
          '| Dịch vụ | Ghi chú | Giá |',
          '|---|---|---|',
          '| Gội | | 80k |',
          '| Gội | tóc dài | 100k |',
          '| Gội | có massage | 150k |',
        ],
        '80k',
        ['tóc dài 100k', 'có massage 150k'],
      ],
      [
        'only their codes differ',
        ['| Mã | Tên | Giá |', '|---|---|---|', '| SP01 | Áo thun | 120k |', '| SP02 | Áo thun | 150k |'],
        'SP01',
        ['150k'],
      ],
    ] as const)
      test(`the others stay where ${what}`, async () => {
        await renewed([...table])
        await edit(await lineWith(words), 'Giá', '999k')
        const lines = await linesOf()
        assert.deepEqual(
          lines.filter(line => !line.includes('999k')).map(line => line.replace(/^SP\d+ /, '')),
          rest,
        )
        assert.equal(lines.length, rest.length + 1)
      })

    test('a line says its own corrections, also where it was made like its neighbour', async () => {
      await edit(await row('90 phút'), 'Giá', '320k')
      await edit(await row('60 phút'), 'Thời lượng', '90 phút')
      const found = await massage()
      assert.deepEqual(
        found.map(one => one.values.map(({ value, edit: own }) => `${value}${own ? ` (${own.was})` : ''}`).join(' ')),
        ['90 phút (60 phút) 200k', '90 phút 320k (300k)'],
      )
    })

    test('a line can be corrected where another document shares the passage of its twin', async () => {
      const table = (line: string) => ['', ...sizes.slice(0, 2), line, '', 'Xin mời. '.repeat(150), ''].join('\n')
      const both = `# Ngày thường${table(sizes[2]!)}\n# Ngày thường${table(long)}`
      await desk.send('PUT', `/sources/${source}/file`, `# Ngày thường${table(sizes[2]!)}`, 'gia-nen.txt')
      const { json: own } = await desk.send('POST', '/sources/files', both, 'b.txt')
      await desk.platform.jobs.drain()
      const shownLines = async () => {
        const { facts } = (await desk.call<Facts>('GET', `/facts?source_id=${own.id}`)).json
        return facts.filter(({ name }) => name === 'Massage')
      }
      const last = (await shownLines()).at(-1) ?? assert.fail()
      assert.equal((await edit(last, 'Giá', '333k')).status, 200)
      assert.deepEqual(
        (await shownLines()).map(({ values }) => values[1]?.value),
        ['200k', '333k'],
      )
    })

    test('those of two branches are different lines', async () => {
      const branches = [1, 3].map(at => `## Quận ${at}\n### Gội\n- Gội thường: ${at}0.000đ\n- Gội sả: ${at}5.000đ\n`)
      await desk.send('POST', '/sources/files', `# Bảng giá\n${branches.join('\n')}`, 'chi-nhanh.txt')
      await desk.platform.jobs.drain()
      const washes = async () => (await read()).facts.filter(({ name }) => name === 'Gội thường')
      const [first] = await washes()
      await edit(first ?? assert.fail(), '', '15.000đ')
      assert.deepEqual(
        (await washes()).map(one => one.values[0]?.value),
        ['15.000đ', '30.000đ'],
      )
    })

    test('one stored by the name alone holds for all of them, until a row has its own', async () => {
      const one = await edit(await row('60 phút'), 'Giá', '210k')
      await desk.platform.db.asService(null, tx =>
        sql`update private.fact_edits set subject = split_part(subject, chr(10), 1) where id = ${one.json.id}`.execute(
          tx,
        ),
      )
      await edit(await row('90 phút'), 'Giá', '320k')
      assert.deepEqual(await shown(), ['60 phút 210k', '90 phút 320k'])
    })

    test('each can be set right by another document’s price', async () => {
      await desk.send('POST', '/sources/files', 'Massage: 250k\n', 'khuyen-mai-massage.txt')
      await desk.platform.jobs.drain()
      const differences = (await massage()).map(
        ({ differs }) => `${differs?.own}, not ${differs?.value}: ${differs?.settles}`,
      )
      assert.deepEqual(
        new Set(differences),
        new Set(['200k, not 250k: true', '250k, not 200k: true', '300k, not 250k: true']),
      )
    })
  })

  test('an examination is written from it, and asks only what holds', async () => {
    const exam = (await desk.call<ExamQuestion[]>('GET', '/exam')).json
    assert.ok(exam.length >= 4 && exam.length <= 30, `${exam.length}`)
    const asked = exam.find(({ expected }) => expected === '120.000đ')
    assert.match((await desk.ask(asked?.text ?? '')).reply, /120\.000/)
    await edit(await fact(/sả chanh/), null, null)
    const after = (await desk.call<ExamQuestion[]>('GET', '/exam')).json
    assert.equal(
      after.some(({ expected }) => expected === '95.000đ'),
      false,
    )
  })
})

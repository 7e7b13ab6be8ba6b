import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fold } from '#shared/rules/text/fold.ts'
import type { AskedWord, Candidate, Shop, Wanted } from './candidate.ts'
import { evidenceOf } from './measure-evidence.ts'
import { judge } from './judge.ts'
import { readTrees, sumOfTrees, writeTrees } from './trees.ts'

const terms = (text: string): string[] => fold(text).match(/[\p{L}\d]+/gu) ?? []
const shop: Shop = { terms, rarity: () => 1, isStop: term => ['la', 'bao', 'nhieu', 'co', 'khong'].includes(term) }

type CompiledAnswer = {
  line: string
  headings?: string[]
  siblings?: string[]
  wanted?: Wanted
  passage?: string
  rivals?: string[]
}

function candidate(
  question: string,
  { line, headings = [], siblings = [], wanted = 'money', passage = line, rivals = [] }: CompiledAnswer,
): Candidate {
  const name = (text: string) => ({ terms: terms(text.split(':')[0]!) })
  const has = (text: string, term: string): number => Number(terms(text).includes(term))
  const words = terms(question).map((term): AskedWord => ({
    term,
    rarity: 1,
    worth: shop.isStop(term) ? 0 : 1,
    isUnknown: false,
    reply: has(line, term),
    line: has(line, term),
    headings: has(headings.join(' '), term),
    passage: has(passage, term),
    siblings: has(siblings.join(' '), term),
    elsewhere: has(rivals.join(' '), term),
  }))
  return {
    question: {
      text: question,
      wanted,
      language: 'vi',
      words,
      meant: new Set(terms(question)),
      before: [],
      year: 2026,
      isOwnCase: false,
    },
    reply: { text: line, line, name: name(line), isRow: false, isNarrowed: false, lines: 1, isForeign: false },
    headings,
    title: 'Bảng giá',
    passage,
    siblings: siblings.map(name),
    rivals: rivals.map(text => ({ text, share: 0.2 })),
    compiled: null,
    fact: null,
    statement: null,
    found: { lineShare: 0.7, passageShare: 0.8, gap: 0.5, lead: 0.5, place: 0, behind: 0, sum: 1, size: 1.5 },
    shop,
  }
}

const evidence = (question: string, answer: CompiledAnswer) =>
  evidenceOf(candidate(question, answer)) as Record<string, number>

describe('what the judge looks at', () => {
  test('words that are met, missed, and met by the row beside', () => {
    const own = evidence('đánh bóng nồi đồng bao nhiêu', {
      line: 'Đánh bóng nồi đồng: 80k',
      siblings: ['Đánh bóng nồi nhôm: 60k'],
    })
    const other = evidence('đánh bóng nồi đồng bao nhiêu', {
      line: 'Đánh bóng nồi nhôm: 60k',
      siblings: ['Đánh bóng nồi đồng: 80k'],
    })
    assert.deepEqual([own['namesMissed'], own['siblingHas']], [0, 0])
    assert.deepEqual([other['namesMissed'], other['siblingHas']], [1, 1])
    assert.ok(own['siblingLead']! > 0 && other['siblingLead']! < 0)
    assert.ok(own['nameExtra']! < other['nameExtra']!)
  })

  test('amounts that are met, contradicted, missed', () => {
    const of = (line: string) => {
      const { amountsMet, amountsContradicted, amountsMissed } = evidence('thùng 14 kg gửi bao nhiêu', { line })
      return [amountsMet, amountsContradicted, amountsMissed]
    }
    assert.deepEqual(of('Thùng từ 10 đến 20 kg: 90k'), [1, 0, 0])
    assert.deepEqual(of('Thùng dưới 10 kg: 50k'), [0, 1, 0])
    assert.deepEqual(of('Thùng lớn: 50k'), [0, 0, 1])
  })

  test('the day, the person or the place that was asked for, and another one', () => {
    const of = (line: string, headings: string[] = []) => {
      const { casesMet, casesContradicted, casesMissed } = evidence('vé cuối tuần bao nhiêu', { line, headings })
      return [casesMet, casesContradicted, casesMissed]
    }
    assert.deepEqual(of('Vé cuối tuần: 90k'), [1, 0, 0])
    assert.deepEqual(of('Vé: 90k', ['Giá cuối tuần']), [1, 0, 0])
    assert.deepEqual(of('Vé ngày thường: 70k'), [0, 1, 0])
    assert.deepEqual(of('Vé: 70k'), [0, 0, 1])
  })

  test('something of the kind asked for, how much of it, and whether others say the same', () => {
    const one = evidence('vé bao nhiêu', { line: 'Vé: 90k', rivals: ['Vé trọn ngày 90k', 'Vé đêm 120k'] })
    assert.deepEqual([one['kindMissed'], one['kindValues'], one['rivalsAgree'], one['rivalsAgainst']], [0, 1, 1, 1])
    assert.equal(evidence('vé bao nhiêu', { line: 'Vé bán tại cổng' })['kindMissed'], 1)
    assert.equal(evidence('vé bao nhiêu', { line: 'Vé: miễn phí' })['kindMissed'], 0)
  })

  test('a story of somebody is told as one', () => {
    assert.equal(evidence('đổi vé', { line: 'Chị Hạnh đổi vé hai lần, vẫn được nhận.' })['person'], 1)
    assert.ok(evidence('đổi vé', { line: 'Ví dụ đổi vé trước hai ngày.' })['story']! > 0)
  })
})

describe('the judge', () => {
  test('is surer of the row that was asked for than of the one beside', () => {
    const siblings = ['Đánh bóng nồi nhôm: 60k', 'Đánh bóng nồi đồng: 80k', 'Hàn quai nồi: 40k']
    const of = (line: string): number =>
      judge(
        candidate('đánh bóng nồi đồng bao nhiêu', {
          line,
          siblings: siblings.filter(one => one !== line),
          passage: siblings.join('\n'),
        }),
      )
    assert.ok(of(siblings[1]!) > of(siblings[0]!))
    assert.ok(of(siblings[1]!) > of(siblings[2]!))
  })

  test('says a probability, always the same for the same', () => {
    const one = candidate('vé bao nhiêu', { line: 'Vé: 90k' })
    const probability = judge(one)
    assert.ok(probability > 0 && probability < 1)
    assert.equal(judge(one), probability)
  })

  test('its trees are written down and read again', () => {
    const trees = [
      {
        at: 1,
        threshold: 0.5,
        low: { value: -0.2 },
        high: { at: 0, threshold: 3, low: { value: 0.1 }, high: { value: 1 } },
      },
    ]
    assert.deepEqual(readTrees(writeTrees(trees)), trees)
    assert.equal(sumOfTrees({ start: 0.5, trees }, [4, 1]), 1.5)
    assert.equal(sumOfTrees({ start: 0.5, trees }, [4, 0.5]), 0.3)
  })
})

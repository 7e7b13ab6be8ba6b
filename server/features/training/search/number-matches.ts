import type { Measure } from './measure-question.ts'
import type { View } from './text-view.ts'
import { isStop } from '../language/stop-words.ts'
import type { Token } from '../language/tokens.ts'

const isMoment = ({ raw }: Token): boolean => isClock.test(raw) || /^\d{1,4}$|^(?:thứ|thu|chủ|chu)$/.test(raw)
const isClock = /^\d{1,2}h\d{2}$/

/** 9:30 is met by "8h - 20h", Wednesday by "thứ hai đến thứ sáu", 14 years by "dưới 15 tuổi". */
export function meetRanges(tokens: Token[], view: View, cover: number[]): void {
  if (!tokens.some(isMoment)) return
  const clocks = view.tokens.filter(({ raw }) => isClock.test(raw)).length
  const meet = (at: number) => (cover[at] = Math.max(cover[at]!, within))
  tokens.forEach(({ raw }, at) => {
    const next = tokens[at + 1]
    if (isClock.test(raw) && clocks > 1) [at, ...(next && partOfDay.test(next.raw) ? [at + 1] : [])].forEach(meet)
    if (!next) return
    if ((raw === 'thứ' || (raw === 'chủ' && next.raw === 'nhật')) && mentionsDays(view)) [at, at + 1].forEach(meet)
    if (/^\d{1,4}$/.test(raw) && !isStop(next) && holdsNumber(view, Number(raw), next.term)) meet(at)
  })
}

function mentionsDays({ tokens, positions }: View): boolean {
  const everyDay = (at: number): boolean => /^(?:ngay|tuan|cac)$/.test(tokens[at + 1]?.term ?? '')
  return (
    (positions.get('thu')?.length ?? 0) > 1 ||
    ['moi', 'hang', 'tat', 'ca'].some(word => positions.get(word)?.some(everyDay) ?? false)
  )
}

function holdsNumber({ tokens, positions }: View, number: number, term: string): boolean {
  return (positions.get(term) ?? []).some(at => {
    const near = Number(tokens[at - 1]?.raw)
    const to = /^(?:đến|tới|to)$/.test(tokens[at - 2]?.raw ?? '') ? 3 : 2
    const [far, limit] = [Number(tokens[at - to]?.raw), tokens[at - 2]?.raw ?? '']
    if (Number.isNaN(near)) return false
    if (!Number.isNaN(far)) return far <= number && number <= near
    return (upTo.has(limit) && number <= near) || (from.has(limit) && number >= near)
  })
}

const upTo = new Set(['dưới', 'đa', 'trong', 'quá', 'kính', 'under', 'most', 'within'])
const from = new Set(['trên', 'từ', 'hơn', 'trước', 'sau', 'ngoài', 'quá', 'nhất', 'thiểu', 'over', 'from', 'least'])

const within = 0.6
const partOfDay = /^(?:sáng|sang|trưa|trua|chiều|chieu|tối|toi|đêm|dem)$/

/** "iPhone 15" asked, only other numbers there. */
export function numbersClash(measure: Measure, view: View, cover: number[]): boolean {
  const { tokens } = measure.query
  return tokens.some((token, i) => {
    if (otherCount(tokens, i, view, cover)) return true
    const before = tokens[i - 1]
    if (
      !/^\d{1,4}$/.test(token.raw) ||
      isStop(token) ||
      !before ||
      before.raw.length < 2 ||
      isStop(before) ||
      /\d/.test(before.raw)
    )
      return false
    if (view.positions.has(token.term) || cover[i]! > 0.3) return false
    return (view.positions.get(before.term) ?? []).some(
      at =>
        /^\d+$/.test(view.tokens[at + 1]?.raw ?? '') && !/^(?:đến|tới|to|until)$/.test(view.tokens[at + 2]?.raw ?? ''),
    )
  })
}

/** "3 tầng" asked, only "1 tầng" and "2 tầng" there. Times and distances may differ. */
function otherCount(tokens: Token[], at: number, view: View, cover: number[]): boolean {
  const [number, noun] = [tokens[at]!, tokens[at + 1]]
  if (!/^\d{1,4}$/.test(number.raw) || isStop(number) || !noun || isStop(noun) || noCount.has(noun.term)) return false
  if (view.positions.has(number.term) || cover[at]! > 0.3 || tokens[at - 1]?.raw === 'm') return false
  const counts = (there: number): boolean => /^\d{1,4}$/.test(view.tokens[there - 1]?.raw ?? '')
  const met = tokens.some(
    (other, i) => view.positions.has(other.term) && /^\d/.test(other.raw) && tokens[i + 1]?.term === noun.term,
  )
  return !met && (view.positions.get(noun.term) ?? []).some(counts)
}

const noCount = new Set(
  'gio ngay thang nam tuan phut tieng dem buoi km dong nghin ngan trieu phan lan hour day month year week minute time'.split(
    ' ',
  ),
)

import { fold } from '#shared/rules/text/fold.ts'
import { oneLine } from '#shared/rules/text/one-line.ts'

// Models do not get to read instructions to a program, and they cannot be quoted; in a customer's message they prove nothing.

const bot = '(?:ai|bot|chatbot|tro ly|assistant|model|system|llm|gpt)'
// Without diacritics "bao" is also "báo trước", "bao nhiêu", "bảo hành".
const speaks =
  '(?:noi|tra loi|thong bao|xac nhan|khang dinh|dap|bao(?! (?:nhieu|nhiu|gio|lau|gom|hanh|truoc|trc|xa|hiem|duong)))'
const patterns = [
  /(?:ignore|disregard|forget|override|bypass)(?: \w+){0,4} (?:instructions?|rules?|prompts?|guidelines?|above|previous|prior|polic(?:y|ies))/,
  /(?:bo qua|quen|phot lo|khong can theo|vo hieu)(?: \w+){0,4} (?:huong dan|chi dan|quy tac|quy dinh|lenh|yeu cau|cau lenh|tren|truoc)/,
  new RegExp(
    `(?:hay|phai|luon|tu gio|tu nay|bay gio)(?: \\w+){0,3} ${speaks}(?: \\w+){0,4} (?:rang|la|moi|tat ca|mien phi|khach|nguoi dung|co)`,
  ),
  new RegExp(`^${speaks} (?:rang|la|voi (?:khach|toi|minh))(?= )`),
  /(?:always|must|please|just|now|only)(?: \w+){0,2} (?:say|answer|reply|respond|tell|confirm|claim|state|output|print)(?= )/,
  /(?:^|[.!?;] ?)(?:say|reply|respond|answer|confirm|tell (?:me|them|customers?|users?|everyone|people)|claim|pretend|repeat|output|print)(?: \w+){0,3} (?:that|with|it is|its|everything|all|yes|after|exactly)/,
  /(?:you are now|you re now|from now on|act as|pretend (?:to be|you)|roleplay|dong vai|gia vo(?= )|gia lam (?:chu|admin|quan|nhan vien|ai|bot|mot|nguoi)|ban la mot (?:ai|bot|tro ly))/,
  /(?:system prompt|developer (?:mode|message)|jailbreak|prompt he thong|cau lenh he thong|che do (?:nha phat trien|quan tri))/,
  new RegExp(
    `(?:as|neu ban la|la|danh cho|gui|dear|attention|note to|luu y cho|voi tu cach)(?: \\w+){0,2} ${bot}(?= )`,
  ),
  /(?:<\/?(?:system|instructions?|assistant|user)>|\[(?:system|inst|admin|he thong)\]|### ?(?:system|instruction)|<\|)/,
]

const spoken = patterns.slice(0, -1).map(({ source }) => new RegExp(`(?<!\\p{L})(?:${source})`, 'u'))

export function instructs(text: string): boolean {
  const marked = oneLine(fold(text))
  if (patterns.at(-1)!.test(marked)) return true
  const plain = `${marked.replace(/[^\p{L}\p{N}.!?;]+/gu, ' ').trim()} `
  return spoken.some(pattern => pattern.test(plain))
}

export function withoutInstructions(text: string): string {
  return text
    .split(/(?<=\n)|(?<=[.!?;]\s)/)
    .filter(part => !instructs(part))
    .join('')
}

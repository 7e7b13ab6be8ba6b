import { languageOf } from '#shared/rules/text/language.ts'

const clear = /(?<![\p{L}\d'’])(?:this one|that one|nó)(?![\p{L}\d'’])/iu
const anyIt = /(?<![\p{L}\d'’])it(?![\p{L}\d'’])/giu

const between =
  "(?: (?:is|isn['’]t|was|be|would|will|might|should|not|still|also|even|really|actually|always|usually|normally|generally|too|very|so|that|quite|all|just|only|already))*"
/** "Is it possible to …", "would it be ok if …": of the whole clause. */
const clauseWords =
  '(?:im|un)?(?:possible|feasible|okay|ok|fine|alright|all right|true|necessary|mandatory|compulsory|obligatory|required|allowed|permitted|forbidden|prohibited|acceptable|customary|likely|far|late|early|worth|raining|(?:going|about) to rain)'
/** Of a thing too: "is it easier than the other one?" */
const clauseStarts =
  '(?:easy|easier|hard|harder|difficult|convenient|normal|common|usual|better|best|cheaper|faster|quicker|wise|smart|rude|polite|advisable|recommended|right|correct|free|a must|an? (?:good |bad )?(?:problem|issue|idea)) (?:to|if|that|when|for (?:\\p{L}+ ){1,3}to)'
const dummyAfter = `${between} (?:${clauseWords}|${clauseStarts})|(?: (?:will|would|usually|normally|really|ever|also|still|only|all))* (?:takes?|took|matters?|depends?|seems?|rains?)| costs?(?: (?:extra|more|less|much|anything))? to`
const dummyBefore =
  '(?:how (?:far|late|early|easy|hard|difficult|common|likely)|what (?:time|day|date)) (?:is|was|will|would)'
const it = new RegExp(
  `(?<![\\p{L}\\d'’]|(?<![\\p{L}\\d])${dummyBefore} |(?:is|was|will|would) (?=it to (?!me|you|him|her|us|them|my|your|our)))it(?![\\p{L}\\d'’]|(?:${dummyAfter})(?![\\p{L}\\d]))`,
  'iu',
)

/**
 * A pattern that finds "it" where that points back at something.
 * It does not in unaccented "tóc ít", nor as a dummy subject: "is it possible to pay by card?", "how long does it take?"
 */
export function pronounIn(text: string): RegExp | undefined {
  if (clear.test(text)) return clear
  return it.test(text) && languageOf(text.replace(anyIt, ' ')) === 'en' ? it : undefined
}

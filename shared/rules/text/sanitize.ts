// Removes dangerous parts of pasted text and leaves ordinary sentences alone. A courtesy of the screens: the server never relies on it.

const scriptElement = /<script\b[^>]*>[^<]*(?:<(?!\/script)[^<]*)*<\/script[^>]*>/gi
// Only a whole tag goes: half of one is still being typed.
const scriptTag = /<\/?script\b[^>]{0,2000}>/gi

// Browsers ignore tabs and line breaks inside a scheme ("java\nscript:"). "JavaScript: The Good Parts" is prose and stays.
const scriptScheme =
  /j[\t\r\n]*a[\t\r\n]*v[\t\r\n]*a[\t\r\n]*s[\t\r\n]*c[\t\r\n]*r[\t\r\n]*i[\t\r\n]*p[\t\r\n]*t[\t\r\n]*:(?=\S|\s{0,9}[^\s()=]{0,80}[(=])/giu

const tagWithHandler = /<[a-z][^<>]{0,2000}>?/gi
const handlerInTag = /([\s"'/])on[a-z]{2,30}\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>]*)/gi

// Outside a tag only real handler names count, so that "online=1" or "one = 1" survive.
const handlerAlone = new RegExp(
  '(?<![\\p{L}\\p{N}_-])on(?:abort|animation(?:end|iteration|start)|auxclick|beforeinput|beforeunload|blur|canplay|' +
    'change|click|close|contextmenu|copy|cut|dblclick|drag(?:end|enter|leave|over|start)?|drop|ended|error|' +
    'focus(?:in|out)?|hashchange|input|invalid|key(?:down|press|up)|load(?:eddata|start|end)?|message|' +
    'mouse(?:down|enter|leave|move|out|over|up|wheel)|pagehide|pageshow|paste|play(?:ing)?|pointer(?:down|enter|leave|' +
    'move|out|over|up)|popstate|reset|resize|scroll|search|select|storage|submit|toggle|touch(?:start|move|end|cancel)|' +
    'transition(?:end|start|run)|unload|wheel)\\s*=\\s*(?:"[^"]*"|\'[^\']*\'|[^\\s"\'<>]*)',
  'giu',
)

/** Repeats until nothing changes, so that a removal never puts a dangerous piece together. */
export function sanitizeTyped(value: string): string {
  let clean = value
  for (;;) {
    const next = stripOnce(clean)
    if (next === clean) return clean
    clean = next
  }
}

function stripOnce(value: string): string {
  if (!/[<:=]/.test(value)) return value
  return value
    .replace(scriptElement, '')
    .replace(scriptTag, '')
    .replace(tagWithHandler, tag => tag.replace(handlerInTag, '$1'))
    .replace(handlerAlone, '')
    .replace(scriptScheme, '')
}

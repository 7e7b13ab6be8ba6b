const countries =
  /(?<!\p{L})(hàn quốc|hàn|nhật bản|nhật|mỹ|pháp|đức|bỉ|ý|anh quốc|thái lan|thái|đài loan|trung quốc|úc|ấn độ|thuỵ sĩ|thụy sĩ|việt nam|korea|japan|usa|france|germany|thailand|china)(?!\p{L})/gu

/** The countries that goods are said to come from. */
export function countriesIn(text: string): Set<string> {
  const names = text.normalize('NFC').toLowerCase().match(countries) ?? []
  return new Set(names.map(name => name.replace(/ (?:quốc|bản|lan|loan)$/u, '')))
}

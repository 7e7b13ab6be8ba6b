import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fold } from '#shared/rules/text/fold.ts'

// Vietnam's most guessed, and the world's with common endings, folded; shorter ones than six characters never pass anyway.
const handPicked = new Set(
  `matkhau matkhau1 matkhau12 matkhau123 matkhau1234 matkhau12345 matkhaumoi matkhau@123 mat-khau nhapmatkhau khongbiet
  khongco khongcopass khongnho quenroi anhyeuem anhyeuem1 anhyeuem123 anhyeuemnhieu anhnhoem emyeuanh emyeuanh123 yeuem123
  yeuanh123 iuem123 iuanh123 anhem123 toiyeuvietnam yeuvietnam vietnam vietnam1 vietnam123 vietnam@123 vietnam2025
  vietnam2026 vietnamvodich vietnamoi hanoi123 hanoi1010 saigon123 saigon75 danang123 haiphong123 cantho123 hochiminh
  bachho19 bacho123 giadinh giadinh123 hanhphuc hanhphuc123 maiyeuem maiyeu123 conyeume conyeubo bomeyeu bome1234 tinhyeu
  tinhyeu123 tinhban123 nguyen123 nguyenvana nguyenvana123 nguyenthanh tranvan123 levan123 phamvan123 trungkien
  linhlinh thuylinh thuytrang huonggiang khanhlinh hoanganh ngoclan123 hoilamgi chaocau123 chaoban123 xinchao xinchao123
  camon123 conmeo123 concho123 cogai123 contrai123 dienthoai maytinh maytinh123 banhmi123 phobo123 caphe123 trasua123
  cuahang cuahang123 shop1234 shop12345 shoponline banhang banhang123 khachhang khachhang123 khongaibiet bimat123 bimatnha
  password password1 password12 password123 password1234 password12345 passw0rd p@ssw0rd p@ssword pa$$word pass1234
  pass12345 passpass 12345678 123456789 1234567890 0123456789 987654321 87654321 9876543210 12345679 123456780 11111111
  111111111 1111111111 00000000 000000000 0000000000 22222222 33333333 44444444 55555555 66666666 77777777 88888888 99999999
  123123123 12341234 1234512345 123123123123 123456123 123456654321 12344321 123321123 321321321 147258369 159357258
  159753456 789456123 1qaz2wsx 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y q1w2e3r4 q1w2e3r4t5 zaq12wsx qwerty12 qwerty123 qwerty1234
  qwertyui qwertyuiop qwerty qwertyqwerty asdfghjk asdfghjkl asdfasdf asdf1234 zxcvbnm1 zxcvbnm123 1234qwer qwer1234 qweasdzxc
  qwe123456 qwe12345 abc12345 abcd1234 abc123456 abcd12345 abcabc123 abc123abc abcdefgh abcdefghi aa123456 aa12345678 a1234567
  a12345678 a123456789 abc123 a1b2c3d4 aaaaaaaa zzzzzzzz iloveyou iloveyou1 iloveyou2 iloveyou123 iloveyou3000 loveyou1
  lovelove loveyou123 ilovevietnam sunshine sunshine1 princess princess1 football football1 baseball superman superman1 batman123
  spiderman dragon123 monkey123 master123 michael1 jennifer jordan23 charlie1 shadow12 starwars pokemon1 pokemon123
  trustno1 whatever letmein1 letmein123 welcome1 welcome12 welcome123 admin123 admin1234 admin12345 admin@123 administrator
  root1234 rootroot test1234 test12345 testtest guest123 user1234 changeme changeme1 default1 secret123 hello123 helloworld
  google123 facebook facebook1 facebook123 zalo1234 zalo12345 zalo123456 samsung1 samsung123 iphone123 computer computer1
  internet internet1 mustang1 corvette mercedes ferrari1 liverpool liverpool1 chelsea1 arsenal1 arsenal123 manchester barcelona
  realmadrid ronaldo7 ronaldo123 messi123 qwerty@123 abc@1234 abc@12345 abcd@1234 123456a@ 123456aa 123456abc 12345678a
  123456789a 123456789q 12345abc 123abc123 1234abcd 12345qwert 123qweasd 123qwe123 1a2b3c4d`.split(/\s+/),
)

let worldwide: Set<string> | undefined

/** The world's most used ones: read when the first password is chosen. Lines with a number sign are the list's licence. */
function commonWorldwide(): Set<string> {
  const file = join(import.meta.dirname, '../data/common-passwords.txt')
  worldwide ??= new Set(
    readFileSync(file, 'utf8')
      .split('\n')
      .filter(line => line !== '' && !line.startsWith('#'))
      .map(fold),
  )
  return worldwide
}

export function isCommonPassword(password: string): boolean {
  const plain = fold(password)
  if (handPicked.has(plain) || commonWorldwide().has(plain) || /^(.)\1*$/su.test(plain)) return true
  const steps = [...plain].map(char => char.codePointAt(0) ?? 0).map((code, at, all) => code - (all[at - 1] ?? code))
  return steps.slice(1).every(step => step === 1) || steps.slice(1).every(step => step === -1)
}

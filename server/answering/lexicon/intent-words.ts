/** Folded. Owner: answering. */

/** Accented "cô", "chú", "bác" are read as "toi". */
export const oneself =
  '(?:em|e|minh|mk|mik|chi|c|anh|a|toi|tui|t)(?: (?:minh|em|nha))?|(?:nha|ben|vo chong) (?:em|minh|chi|anh)'

/** Words that accents distinguish: the meant form, and its reading. */
export const meantForms: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  dat: { đặt: 'dat', dat: 'dat', đăt: 'dat', đat: 'dat' },
  mua: { mua: 'mua' },
  lay: { lấy: 'lay', lay: 'lay', lây: 'lay' },
  goi: { gọi: 'goi', goi: 'goi', gội: 'goi dau' },
  hen: { hẹn: 'hen', hen: 'hen' },
  thue: { thuê: 'thue', thue: 'thue' },
  gui: { gửi: 'gui', gởi: 'gui', gui: 'gui' },
  chot: { chốt: 'chot', chot: 'chot' },
  co: { cô: 'toi', có: 'co', co: 'co' },
  chu: { chú: 'toi', chủ: 'chu', chu: 'chu' },
  bac: { bác: 'toi', bac: 'bac' },
  may: { mấy: 'may bao', máy: 'x', mây: 'x', may: 'may' },
  huy: { huỷ: 'huy don', hủy: 'huy don', huy: 'huy' },
  ban: { bàn: 'ban', ban: 'ban' },
  thi: { thì: 'thi', thi: 'thi' },
}

export const requestWords =
  '(?:cho|giup|gium|dum|ho|nho|xin|muon|can|phien|voi|nha|nhe|nhen|nghe|nhaa|hen|di|lien|luon|please|pls)'

/** Work done by appointment. */
export const serviceWords =
  'gội|cắt|nhuộm|uốn|duỗi|làm tóc|làm nail|nail|làm móng|móng|massage|mát xa|spa|xông|triệt|khám|răng|chụp|trang điểm|make ?up|tập|học|lớp|khoá|khóa|yoga|gym|tour|sửa|vệ sinh|bảo dưỡng|rửa xe|lắp|facial|haircut|manicure|checkup|lesson|class'
/** Without accents, if still unambiguous: "sua" is also milk. */
export const plainServiceWords =
  'goi dau|cat toc|nhuom|uon toc|lam toc|lam nail|nail|lam mong|massage|mat xa|spa|triet long|kham|nho rang|lam rang|tay trang rang|chup hinh|chup anh|trang diem|make ?up|hoc thu|yoga|gym|tour|sua may|sua xe|sua dien|ve sinh may|bao duong|rua xe|facial|haircut|manicure|checkup|lesson|class'

export const reservedWords =
  'lich|hen|cho ngoi|slot|ban (?:an|ngoai|tren|trong|vip|\\d)|phong|san (?:bong|cau|so|tennis|pick)|tiec|sinh nhat|table|room|seats?|appointment|reservation|suat kham'

export const peopleWords = 'nguoi|ng|khach|nguoi lon|tre em|be|people|persons?|pax|guests?|adults?|kids|children'

export const goodsUnits =
  'hop|chai|ly|coc|cai|chiec|con|doi|cap|bo|kg|ky|ki|ca[nm]|phan|suat|mam|dia|to|bat|banh|o|tui|goi|thung|loc|cay|chau|quyen|cuon|met|lit|vien|hu|lo|tuyp|set|combo|bong|bo hoa|gio|xap|tam|kien|mon|box(?:es)?|bottles?|packs?|pieces?|cups?|bags?|cakes?|coffees?|shirts?|pairs?'

export const questionWords =
  'bao nhieu|baonhieu|bao nhiu|bao tien|bao lau|bao gio|bao h|bn|bnh|bnhieu|nhiu|nhieu tien|nhieu (?:1|mot)|gia(?! dinh| dung| vi)|may bao|may (?:gio|h|ngay|thang|tuan|buoi|tieng|nam|cai|phan|%|phong|bo|suat|lan|cho|con)|khi nao|luc nao|o dau|dau (?:vay|a|the)|dau ha|nhu nao|nhu the nao|the nao|ntn|lam sao|lam the nao|cach|tai sao|vi sao|sao (?:vay|a|shop|em|ban|chua)|tinh sao|thi sao|nhung gi|mau gi|gi (?:vay|a|the|o|khong)|can (?:gi|giay to|chuan bi)|co (?:can|phai|duoc|nhan|ship|giao|nhung|the|mat)|con (?:khong|ko|k|nhan|ban)|gom|hoi|xem|review|danh sach|xin (?:so|sdt|dia chi|gia|menu|hinh|anh|link|thong tin|stk|zalo)|how|what|whats|when (?:do|is|can|are)|where|why|which|do you|does|is there|are there|do i|should i'

/** Not now, no longer, already, conditional, or somebody else; and anger. */
export const otherwiseWords = [
  '(?:khong|ko|k|hong|chua|khoi|dung)(?: can| muon| the)? (?:dat|mua|lay|order|book|goi|lien he)',
  '(?:thoi|huy|khoi)(?: ngay| luon)?(?: em| minh| chi| anh)? (?:khong|ko|k|dat|lay|mua|don|lich)',
  '^thoi ',
  'da (?:dat|mua|lay|order|book|chot)',
  '(?:dat|mua|lay|order|book|chot|hen)(?: \\S+){0,8} (?:roi|xong|hom (?:qua|truoc|kia|thu|mung|bua)|bua truoc|tu tuan truoc|tuan truoc|thang truoc)',
  'hom (?:qua|truoc|kia|thu|mung)|bua (?:truoc|ni)|hoi nay|luc nay|tuan truoc|vua (?:giao|mua|dat|nhan|lay)|moi (?:mua|lay|nhan)',
  'doi (?:lich|gio|ngay|sang|qua|hang|size|mau|cai|chu|lai|bang|tra)|tra lai|doi tra',
  'suy nghi|can nhac|sau nay|de (?:em|minh|chi|anh|a|c|e) (?:hoi|xem|tinh|coi|nghi|ban|con)',
  '(?:tinh|dinh|dang tinh|phan van) (?:mua|dat|lay|book|order)',
  'neu (?:em|minh|chi|anh|a|c|e|ma)? ?(?:dat|mua|lay|order|book|di)|nen (?:dat|mua|lay|thue|chon)',
  'thi',
  '(?:truoc|sau|luc|khi|moi lan) (?:khi )?(?:dat|mua|lay|nhan)',
  '(?:ai|khach|nguoi ta|cong ty|vo|chong|ban be)(?: \\S+){0,3} (?:moi |da |cung )?(?:dat|mua)(?: o day| ben| phong| ban)?',
  'ban (?:em|minh|toi) (?:dat|mua)',
  '(?:dat|mua|book|order) (?:khong|ko|k|hoai khong|hoai ko|mai khong) (?:duoc|dc)',
  'hoai (?:khong|ko|k)|loi (?:khong|ko|k)|khong (?:\\S+ )?duoc',
  'dat coc|toi thieu|it nhat|co lay lai|het (?:nhieu|bao)',
  'already|cancel|later|think about|my (?:order|booking)|cant|cannot|didnt|hasnt|havent|status|dont|do not|left us|refund',
]

/** Anywhere in a message, these mean that nothing is ordered. */
export const calledOffWords =
  '^huy|huy don|huy (?:lich|hen|truoc|duoc|luon|dc|ma)|bi huy|tien coc|coc bao|may dong|den bu|hoan tien|tra tien|bi hu|bi vo|qua te|te qua|lua dao|giao tre|tre hen|vo dien|dzo dien|noi chuyen|khieu nai|chua thay|chua toi|sao chua|(?:ko|khong|k) ai|refund|left us|cancel'

/** Such a clause is a question, unless it names exactly what is requested. */
export const yesOrNo = '(?:khong|ko|k|kg|hong|hok|hog|hem|khum|hk|ha|hen)'

/** Patterns over the folded message, abbreviations expanded, single spaces. */

const either = (words: string) =>
  `(?:${words
    .trim()
    .split(/\s*,\s*/)
    .join('|')})`
const gap = (max: number) => `(?: [^ ]+){0,${max}} `
/** Whole words; "lý" and "lí" are the same (tokens.ts). */
const whole = (body: string) =>
  new RegExp(`(?<![^ ])${body.replace(/(?<![a-z])([hklmst]|qu)y(?![a-z])/g, '$1i')}(?![^ ])`)

const person =
  either(`nhan vien(?! giao| ban| co| khong), tu van(?! giup| cho| ve| san| them| loai| em| minh| chi| anh), nguoi that, nguoi phu trach, nguoi tu van, tu van vien, nguoi quan ly, quan ly, admin, chu shop, chu quan, lanh dao, nguoi lanh dao, nguoi dung dau, chu cua hang, giam doc,
  tong dai vien, bac si, nha si, ke toan, le tan, chuyen vien, ky thuat vien, ky thuat, huan luyen vien, giao vien, truong phong, chu tiem, con nguoi, nguoi ho tro,
  nguoi co tham quyen, nguoi chiu trach nhiem, bo phan [^ ]+, phong [^ ]+ khach hang, dieu phoi vien, cskh, sep, chi chu, anh chu, ai do,
  mot nguoi, nguoi khac, tu van truc tiep`)
const reach =
  either(`gap, noi chuyen, tro chuyen, trao doi, chat, ket noi, noi may, chuyen may, chuyen, chuyen tiep, chuyen sang, chuyen qua, goi, noi, keu, nho, moi, muon duoc, lien he voi, nhan tin voi,
  lien lac, can, can noi chuyen`)
const enPerson =
  either(`human, humans, human agent, agent, real person, person, representative, manager, staff, staff member, operator, supervisor, owner, boss, customer service, customer support,
  support team, employee, real human, live agent, live person, doctor, consultant, someone in charge, somebody in charge, someone real`)
const enReach = either(
  `get a, get your, bring, send, speak, talk, connect me, transfer me, chat, get me, put me, reach, want, need, pass me, escalate, forward me, let me`,
)
const asksNumber = whole(
  either(
    `so nao, so may, so dien thoai, hotline, may gio, o dau, bao nhieu, la ai, number, hours, what time, where, la gi, email nao, phi, bao lau, co (?:noi|biet|ho tro) [^ ]+ khong`,
  ),
)

/** "Mời nhân viên vào thế nào?" is about inviting team members. */
const asksHowToInvite = whole(
  `(?:moi|them|phan quyen(?: cho)?|xoa|bot|invite|add|remove)(?: [^ ]+){0,2} (?:nhan vien|thanh vien|staff|team members?|agents?)(?: [^ ]+){0,4} (?:the nao|nhu the nao|ra sao|lam sao|bang cach nao|o dau)|(?:cach|cac buoc|huong dan)(?: [^ ]+){0,2} (?:moi|them|phan quyen(?: cho)?|xoa)(?: [^ ]+){0,2} (?:nhan vien|thanh vien)|how (?:do|can|to)(?: [^ ]+){0,2} (?:invite|add|remove)(?: [^ ]+){0,2} (?:staff|team members?|agents?|a colleague)`,
)

export const wantsPerson = [
  whole(`${reach}(?:${gap(4)}| )${person}`),
  whole(`${enReach}(?:${gap(4)}| )${enPerson}`),
  new RegExp(`^(?:please )?(?:${person}|${enPerson})(?: oi| dau| dau roi| di| please| now| pls)*$`),
  whole(`(?:someone|somebody|a person|anyone)(?: from${gap(2)}team)? (?:contact|call|help|message|reply to|answer) me`),
  whole(`(?:speak|talk|chat)(?:${gap(3)}| )(?:someone|somebody|anyone)`),
  whole(`(?:cho|xin|muon|can|de)${gap(3)}?(?:gap|noi chuyen)`),
  whole(
    `(?:${person}|nguoi)(?: nao| that)?${gap(3)}?(?:dau (?:het )?(?:roi|het)|dau roi|tra loi (?:em|minh|toi|di|giup|dum|khong)|ho tro truc tiep|tu van truc tiep|giai quyet)`,
  ),
  whole(`(?:co|con) (?:ai )?${person}(?: nao)?(?: (?:that|o day|truc|online|tra loi))? khong`),
  whole(
    `(?:muon|can|cho|xin|duoc)${gap(3)}?(?:nguoi|nhan vien)(?: that)?${gap(2)}?(?:tu van|tra loi|ho tro|giai quyet|truc tiep)`,
  ),
  whole(
    `(?:khong (?:muon |can |thich )?(?:noi chuyen|noi|chat|tra loi|tuong tac)|dung (?:noi|tra loi|chat))${gap(2)}?(?:voi )?(?:bot|may|robot|tu dong|ai|chatbot)`,
  ),
  whole(`(?:khong muon|chan)${gap(2)}?(?:bot|robot|may moc|tra loi tu dong)`),
  whole(
    `(?:goi|dien|phone|call)(?: dien)?(?: lai)? (?:cho )?(?:toi|minh|em|anh|chi|me)(?: ngay| gap| lien| di| back| lai| now| asap)+`,
  ),
  whole(`(?:call|ring) me back`),
  whole(
    `(?:admin|nhan vien|quan ly|ai)(?: nao)?(?: o day| day| dau)?(?: khong)? (?:giai quyet|xu ly|ho tro|tra loi)(?: giup| dum| gium| di| voi| em| minh| toi)+`,
  ),
  whole(
    `(?:is there|are there|any|can i (?:have|get))${gap(3)}?(?:human|person|someone|anyone|agent)${gap(3)}?(?:talk|speak|help|chat|here)`,
  ),
  whole(`(?:not|stop|dont|do not)${gap(4)}?(?:a |this |the )?(?:bot|robot|machine)`),
]

export const threatens = [
  whole(
    either(`boc phot, to cao, to giac, bao cong an, len cong an, cong an, kien ra toa, luat su, quan ly thi truong, bao nguoi tieu dung, khieu nai, len phuong, danh gia 1 sao, danh sap, tay chay,
    sue, lawsuit, lawyer, attorney, police, consumer protection, better business bureau, legal action, report you, file a complaint, chargeback, khieu kien`),
  ),
  whole(`(?:toi|minh|em|khong|se|thi)${gap(2)}?kien(?: (?:shop|cac|ra|len|day|cong ty|cua hang)|$)`),
  whole(`(?:dang|up|post)(?: bai)?(?: len)? (?:hoi|group|nhom|page|facebook|face|mang|group|hoi nhom|tiktok|bao)`),
  whole(
    `(?:bao|goi|gui don|don)(?: cao)? (?:len |cho )?(?:so y te|so cong thuong|so du lich|bao chi|dai truyen hinh|toa an|chinh quyen|truyen hinh)`,
  ),
]
export const accuses = whole(either(`lua dao, lua khach, lua tien, scam, scammers, scammed, fraud, mat day`))
export const complains = [
  whole(
    either(`buc xuc, tuc gian, tuc qua, buc minh, buc qua, dien tiet, qua te, te qua, te hai, that vong, vo trach nhiem, khong chap nhan duoc, khong the chap nhan, coi thuong, lua dao, lua khach,
    lam an (?:kieu|qua|gi|nhu|the|chan), thai do (?:kieu|gi|loi|qua|nhu|phuc vu), mat day, chui, chan qua, vo dung, bot ngu, ngu qua, ngu the, nhu hach, nhu cut, doi hoai, cho hoai, nhan mai khong, hoi mai khong, goi mai khong,
    goi hoai khong, (?:khong|chua|chang) (?:thay )?ai (?:tra loi|nghe|rep|giai quyet|phan hoi|ho tro|quan tam|xu ly|bat may), phan anh (?:thai do|nhan vien|dich vu|chat luong), (?:cho|doi|nhan|goi) tu (?:sang|trua|chieu|toi|hom qua|tuan truoc) (?:toi|den) gio, (?:lan|hoi) thu (?:ba|3|tu|4|nam|5) (?:roi|toi|minh|em), (?:tra loi|rep|noi) khong (?:dung|lien quan)(?: cau hoi)?(?: gi)?, khong hieu gi het, tra loi lung tung, tra loi linh tinh,
    unacceptable, ridiculous, furious, disgusting, scam, scammers, terrible service, worst service, horrible service, fed up, this is a joke, useless bot, stupid bot, not helpful at all, you are not helping, nobody (?:answers|replies|helps), no one (?:answers|replies|helps)`),
  ),
]

const secret =
  either(`system prompt, prompt, prompts, system message, system instructions, your instructions, initial instructions, hidden instructions, your configuration, configuration, config, api key, api keys,
  secret key, access token, password, passwords, source code, database, credentials, cau hinh, mat khau, ma nguon, co so du lieu, chi thi he thong, huong dan he thong, prompt he thong,
  lenh he thong, noi dung huong dan, huong dan (?:ma )?ban (?:duoc|nhan), huong dan he thong, he thong ma ban, noi bo, thong tin noi bo, khoa api, token, tai khoan quan tri, quy tac noi bo, dang nhap (?:quan tri|admin|he thong)`)
const revealVerbs = either(
  `tiet lo, in (?:ra|het|toan bo|tat ca|lai), hien thi, cho xem, dua, cho, noi, doc, liet ke, gui, xuat, xin, biet, lo, viet ra, show, print, reveal, tell, give, repeat, display, output, list, send, share, what is, what are, what s, whats, expose, leak, dump`,
)
const others =
  either(`khach hang khac, khach khac, nguoi khac, khach hang ten [^ ]+, khach ten [^ ]+, khach mua, khach dat, cac khach, nhung khach, khach hang cua (?:shop|ban|cong ty|quan|cua hang|phong kham), khach cua (?:shop|ban), benh nhan khac, benh nhan ten,
  other customers?, other clients?, another customer, other patients?, your customers?, the customer, customers, customer list, client list, hoc vien khac, khach hang cu`)
const personal = either(
  `so dien thoai, dien thoai, dia chi, thong tin, don hang, email, danh sach, ho so, lich su, ten, phone, phones, phone numbers?, address, addresses, data, list, orders?, emails?, details, information, records, mua gi, dat gi, ket qua`,
)

export const mustRefuse = [
  whole(
    `(?:bo qua|phot lo|lam lo|quen|quen het|quen di|vut bo|khong can tuan|dung tuan|pha bo|vuot qua|huy bo)${gap(4)}?(?:huong dan|chi dan|quy tac|quy dinh|lenh|chi thi|tai lieu|gioi han|luat|menh lenh|nhung gi|moi thu|tat ca|vai tro)`,
  ),
  whole(
    `(?:ignore|disregard|forget|override|bypass|overrule|discard|break)${gap(4)}?(?:instructions?|directions?|rules?|prompts?|guidelines?|previous|prior|above|restrictions?|limits?|everything)`,
  ),
  whole(`${revealVerbs}${gap(6)}?${secret}`),
  whole(`${secret}${gap(3)}?(?:cua ban|cua he thong|la gi|do you use|you use|you were given|duoc giao)`),
  whole(
    `(?:system prompt|api key|prompt he thong|jailbreak|developer mode|dan mode|che do (?:nha phat trien|developer|admin|quan tri|khong gioi han)|doc prompt|in prompt|(?:text|words|everything) above|admin login|database)`,
  ),
  /(?:^|(?<![^ ])(?:hay|ban|bot|gio|phai|and|please|then|now|you|to|di|thu) )(?:gia vo|gia lam|dong vai|nhap vai|hay lam|pretend|act as|roleplay|role play)(?![^ ])/,
  whole(`(?:gia su ban la|coi nhu ban la|hay tra loi nhu|tra loi nhu mot|you are now|imagine you are)`),
  whole(
    `(?:tu gio|tu bay gio|ke tu gio|bay gio|from now on)(?: tro di)? (?:ban|may|mi|hay|you|phai)${gap(1)}?(?:la|hay|phai|se|are|must|will|tra loi|khong)`,
  ),
  whole(
    `(?:cho|xin|gui|dua|liet ke|doc|noi|cung cap|biet|muon|lay|give|send|show|list|tell|share|what|which|how many)${gap(5)}?${personal}${gap(3)}?(?:cua |of |for |from )?${others}`,
  ),
  whole(`${others}${gap(5)}?(?:${personal})${gap(4)}?(?:cho|xin|gui|dua|la gi|vay|list|give)`),
  whole(
    `(?:so dien thoai|dia chi|thong tin|email|sdt)${gap(1)}?cua${gap(1)}?(?:khach|benh nhan|hoc vien|nguoi mua)(?! hang than thiet)`,
  ),
  whole(
    `(?:cho|biet|xem|noi|hoi)${gap(4)}?(?:chi|anh|ba|ong|co|ban|khach) [^ ]+${gap(4)}?(?:da |vua |hom [^ ]+ )(?:mua|dat|lay|kham|chon)(?: nhung)?${gap(1)}?(?:gi|may|bao nhieu)`,
  ),
  whole(
    `(?:in|xuat|tai|lay|trich|dump|export)${gap(3)}?(?:du lieu|thong tin|danh sach|data)${gap(2)}?(?:khach|khach hang|customers?|nguoi dung|users?)`,
  ),
  whole(`khach (?:hang )?(?:ten )?[^ ]+${gap(3)}?(?:mua gi|dat gi|o dau|so may|dien thoai|dia chi)`),
  whole(`(?:danh sach|list)${gap(3)}?(?:khach hang|khach|customers?|clients?|benh nhan)`),
  whole(
    `(?:doanh thu|doanh so|loi nhuan|tien lai)${gap(2)}?(?:cua )?(?:thang|nam|hom|tuan|quy|shop|cua hang|cong ty|quan|ngay|ban)|luong (?:cua )?(?:nhan vien|quan ly|giam doc)|(?:nhan vien|quan ly|giam doc|giao vien|bac si|tho|le tan)${gap(3)}?luong (?:bao nhieu|the nao|may)`,
  ),
  whole(
    `(?:your|the shop|company|staff|employee)(?: s)? (?:revenue|profit|turnover|salary|salaries|sales figures|income)`,
  ),
  whole(
    `(?:revenue|profit|turnover|sales figures|salaries)${gap(3)}?(?:last|this|of your|of the (?:shop|store|company|staff))`,
  ),
  whole(
    `(?:list|give|send|show|tell)${gap(3)}?their (?:phones?|phone numbers?|address|addresses|emails?|names|details|orders?)`,
  ),
  whole(
    `(?:xac nhan|confirm|duyet|approve|hua|promise|chot|dong y|agree|guarantee)${gap(8)}?(?:giam|mien phi|tang|free|off|discount|refund|0 dong|hoan tien)`,
  ),
  whole(
    `(?:price|gia|everything|moi thu|tat ca)${gap(7)}?(?:is|la|la gia|bang|=|thanh|con|bay gio la) (?:0|0 dong|zero|free|mien phi)(?! ship| giao| van| bao| bao nhieu)`,
  ),
  whole(`(?:hanh dong|tra loi|cu xu) nhu (?:the )?(?:khong co|chua co|mot)`),
  whole(`from now on(?: only)? (?:answer|reply|speak|respond|say|only)`),
  whole(`quen (?:rang )?(?:minh|ban|may) (?:la|dang la)`),
  whole(
    `(?:xin|cho|biet|lay|gui)${gap(4)}?(?:so|dia chi|email|ten)(?: nha| dien thoai)? cua (?:chi|anh|ban|co|nguoi|khach|chu)${gap(1)}?(?:vua|da|hom|moi|dat|mua|kia)`,
  ),
  whole(`(?:tell|give|show|send|cho|xin|gui|list)${gap(3)}?${others}${gap(2)}?${personal}`),
  whole(`(?:luong|tien luong|thu nhap)(?: cua)? (?:ban|em|shop|nhan vien|giam doc|quan ly|bot)`),
  whole(`(?:hay|phai|must|chi can)(?: tra loi| noi| bao| xac nhan)+(?: rang| la| voi toi)+`),
  whole(`(?:you (?:must|have to|will)(?: now)?|ban phai) (?:obey|listen|comply|nghe loi|tuan|lam theo|nghe theo)`),
  whole(
    `(?:cho toi|tang toi|give me)${gap(3)}?(?:ma|code|don|discount|off)?${gap(3)}?(?:100|99|95|90)(?: discount| off| percent|$)`,
  ),
]
export const overridesSystem =
  /\[(?:system|admin|hệ thống|he thong)\]|<\/?(?:system|instructions?)>|(?:system|admin)\s*(?:override|:)|###\s*(?:system|instruction)/i
export const harmlessSecret = whole(`(?:wifi|wi fi|internet|mang)`)

export const pleasantries = whole(
  either(`xin chao, chao, hello, helo, hi, hey, alo, a lo, he lo, good morning, good afternoon, good evening, good night, good day, morning, evening, buoi sang, buoi trua, buoi chieu, buoi toi,
  chuc (?:mung nam moi|ngu ngon|mot ngay tot lanh|suc khoe|buon ban|mung sinh nhat|mung|shop|ban), vui ve, tot lanh, may man, ngu ngon, nam moi, phat tai, dat khach, thanh cong, cam on, cam on nhieu, on nhieu, thank you, thank u, thanks a lot, thanks, thank, many thanks, tam biet, bye, bye bye, goodbye,
  see you, see ya, hen gap lai, ok, okk, okay, oke, okie, vang, da, u, uh, um, uhm, duoc roi, duoc, roi, hieu roi, hieu, biet roi, nghe, the thoi, vay thoi, khong sao, khong co gi, thoi, haha, hihi, hehe, hi hi, ha ha, he he, kk, kkk, hic, huhu, lol, hay qua, tuyet voi, tuyet, tot qua, tot lam,
  dep qua, de thuong, nhiet tinh, tu van, chu dao, tan tinh, vui tinh, vui ghe, vui qua, vui, gioi qua, great, perfect, nice, cool, awesome, got it, i see, sure, alright, no problem, sounds good, that helps, it helps, helpful, very, so much, a lot, you are, yes, no, yeah, yep, nope, fine, understood, noted, welcome, good job, well done, tomorrow, later, soon, take care, have a nice day, a bunch, merry christmas, christmas, happy new year, happy birthday, giang sinh, sinh nhat vui ve, khach moi, la khach moi, good luck, bunch, hmm, hm, uhm, um, o, ui, oa, wow, troi oi, oi troi, omg, ua, u oa, ghe ta, a the a, the a, vay a, ra vay, ra the, hoa ra,
  mot ngay (?:vui|vui ve|tot lanh|moi|moi tot lanh)(?: ve)?, cuoi tuan (?:vui ve|vui), buoi (?:sang|trua|chieu|toi) (?:vui ve|tot lanh|an lanh), mot ngay, ngay moi, bot, robot, dang yeu, cute, xiu, hay ghe, giup do, ho tro, da giup, that long, tra loi nhanh, rep nhanh, nhanh ghe,
  nhieu, nhieu lam, lam, qua, that, ghe, rat, luon, nha, nhe, nhen, a, ah, oi, da, the, vay, nua, lai, ne, hen, hi, uhm, ma, cung, roi, do, di`),
)
const later = [
  whole(
    `de${gap(1)}?(?:minh|em|anh|chi|toi|me)?${gap(1)}?(?:suy nghi|xem|xem lai|hoi|tham khao|can nhac|nghi|tinh|check|ban voi|ban lai|xem xet|coi lai|coi)${gap(4)}?(?:them|da|lai|nhe|nha|roi|sau|chong|vo|me|ban)`,
  ),
  whole(`(?:em|minh|chi|anh|toi) (?:doi|cho|biet roi|hieu roi)(?: nhe| nha| a)*$`),
  whole(
    `(?:khi nao |luc nao |khi |hom nao )?(?:can|ranh|co dip|mai|tien|hom nao)${gap(2)}?(?:minh |em |chi |anh )?(?:ghe|nhan|lien he|qua|hoi|ib|nhan tin|quay lai)(?: (?:shop|lai|sau|nha|nhe))`,
  ),
  whole(`(?:bao|nhan|lien he|hoi|quay lai|tra loi)(?: lai)? sau`),
  whole(
    `(?:thoi )?(?:de|khi khac|bua khac|hom khac|lan sau)${gap(1)}?(?:minh|em|anh|chi|toi)?${gap(1)}?(?:ra|qua|di|ghe|den|toi|mua)${gap(3)}?(?:truc tiep|sau|nha|nhe|tan noi|cua hang|shop)`,
  ),
  whole(`(?:let me|i will|i ll|ill)${gap(1)}?(?:think|check|ask|consider|get back)`),
  whole(`(?:lai|toi|minh|chi|em|anh) (?:lai )?ghe (?:lai |qua |choi )?(?:ne|nha|day)`),
]
const aboutBot = [
  whole(
    `(?:(?:ban|em|day|shop|ad) (?:co phai )?(?:la )?|may (?:co phai )?la )(?:(?:nguoi|may|robot|bot|ai|chatbot|nguoi that|tro ly ao)(?: hay (?:la )?)?)+(?: may| bot| robot| nguoi)?(?: ha| a| khong| phai khong| vay| the| hay sao)`,
  ),
  /^(?:[^ ]+ oi )?(?:ban|em|bot|shop) (?:ten|la|tuoi) (?:gi|ai|bao nhieu|la gi)(?![^ ])/,
  whole(
    `(?:co ai|ad|shop|ban|admin|em) (?:co )?(?:o do|o day|do|day|online|truc|con thuc|ranh|o do chua|con do) (?:khong|chua)`,
  ),
  whole(`co ai (?:o do |o day |truc |online |do )?khong`),
  whole(`(?:oi|shop|ad|admin) co (?:do|day|o do|o day) khong`),
  whole(`are you (?:a |an )?(?:real |actual )?(?:robot|bot|human|person|ai|machine|there)`),
  whole(`(?:who are you|what is your name|what s your name|how are you|anyone there|anybody there|is anyone there)`),
  whole(`(?:ban|shop|em|ad) (?:co )?khoe khong`),
  /^(?:shop |ad |ban |em )?(?:ngu chua|an com chua|thuc khong|day chua|an gi chua)(?![^ ])/,
]
export const chatter = [...later, ...aboutBot]
export const talkAboutBot = aboutBot

/** With these, "gọi bộ phận bảo hành số nào" is a question, not a request for a person. */
export const asksFact = new RegExp(`${asksNumber.source}|${asksHowToInvite.source}`)

export const questionWords = whole(
  either(`bao nhieu, bao lau, bao gio, bao xa, may, may gio, gi, nao, sao, the nao, nhu the nao, lam sao, o dau, dau, khi nao, luc nao, tai sao, vi sao, ai (?:la|lam|phu trach|giao|ban|day|khong|vay|co the|dang), phai khong, dung khong, duoc khong, co khong, hay khong,
  cho hoi, muon hoi, xin hoi, hoi (?:gia|ve|chut|ti|xiu|thu|them), tu van giup, tu van cho, xin gia, bao gia, xin bang gia, gia, what, when, where, which, who, how, why, whose, do you, does, is it, is there, are there, can i, can you, could you, may i, have you, do i, will you, would you, should i, are you open, am i`),
)
/** Still a question beside a phone number or address, unlike "shop gửi báo giá giúp". */
export const strongQuestionWords = whole(
  either(`bao nhieu, bao lau, bao gio, may gio, gi, nao, the nao, lam sao, gia sao, tien sao, cho hoi (?:gia|ve|phi|lich|hoc phi|dia chi), o dau, khi nao, luc nao, tai sao, vi sao, phai khong, dung khong, duoc khong, co khong,
  what, when, where, which, how, why, do you, does it, is it, is there, are there, can i, are you open`),
)
export const endsAsking =
  /(?<![^ ])(?:khong|chua|ha|nhi|chu)(?: (?:a|shop|ban|vay|em|anh|chi|ad|nhi|nha|the|bac si|oi|da|ta|co|chu|minh))*$/

const mine = `(?:cua (?:em|minh|toi|anh|chi|nha)|(?:em|minh|toi|anh|chi) (?:da |vua |moi )?(?:dat|mua|gui|order|kham|chup|lam)|(?:dat|mua|gui|kham|chup) (?:hom|tuan|thang|toi|sang|chieu)|hom (?:qua|kia|truoc|no|thu|[^ ]+)|ma [^ ]*\\d+|[a-z]{1,4} ?\\d{3,})`
const state = either(
  `o dau, dau roi, toi dau, den dau, di den dau, the nao roi, sao roi, ra sao roi, xong chua, co chua, toi chua, den chua, ve chua, duyet chua, giao chua, gui chua, xuat chua, chua, roi chua, chua thay, khi nao (?:toi|den|ve|giao|xong|co), bao gio (?:toi|den|ve|giao|xong|co)`,
)
/** The state of the customer's own order, repair or result: only a person knows it. */
export const personalCase = [
  whole(
    `(?<!cua )(?:don|don hang|hang|goi hang|buu kien|may|ket qua|ho so|lich hen|tien hoan|phieu|ma don|van don|khieu nai|yeu cau|xe|do|the)${gap(4)}?(?:${mine})${gap(5)}?${state}`,
  ),
  whole(
    `(?:don|hang|goi hang|buu kien|may|xe|do|ao|vay|quan|giay|tui|dong ho|dien thoai|laptop|anh|ho so|ket qua)(?: nay| do)? (?:cua )?(?:em|minh|toi|anh|chi|nha em|nha minh|ben em)${gap(3)}? (?:sua|lam|giat|giao|gui|in|may|di|ve|toi|den|xong|ra|co|duyet|len)${gap(2)}? ?(?:xong |toi |den |ve |duoc |roi )?chua(?: (?:a|shop|ban|vay|em|anh|chi|ad|nhi|nha|the|oi|da|ta))*$`,
  ),
  whole(
    `(?:where is|where s|wheres|what about|status of|track|when will|has|have|did) my (?:order|package|parcel|refund|delivery|repair|result|results|appointment|payment|phone)`,
  ),
  whole(
    `my (?:order|package|parcel|refund|delivery)${gap(4)}?(?:status|arrived|arrive|yet|shipped|late|delayed|tracking)`,
  ),
]

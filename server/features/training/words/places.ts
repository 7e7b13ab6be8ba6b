/** Count as "other provinces" for deliveries. */
export const provinces = `hà nội, hồ chí minh, sài gòn, đà nẵng, hải phòng, cần thơ, huế, an giang, bà rịa, vũng tàu, bắc giang, bắc kạn, bạc liêu, bắc ninh, bến tre, bình định,
bình dương, bình phước, bình thuận, cà mau, cao bằng, đắk lắk, đắk nông, điện biên, đồng nai, đồng tháp, gia lai, hà giang, hà nam, hà tĩnh, hải dương, hậu giang, hòa bình, hưng yên,
khánh hòa, kiên giang, kon tum, lai châu, lâm đồng, lạng sơn, lào cai, long an, nam định, nghệ an, ninh bình, ninh thuận, phú thọ, phú yên, quảng bình, quảng nam, quảng ngãi,
quảng ninh, quảng trị, sóc trăng, sơn la, tây ninh, thái bình, thái nguyên, thanh hóa, tiền giang, trà vinh, tuyên quang, vĩnh long, vĩnh phúc, yên bái, nha trang, đà lạt, biên hòa,
buôn ma thuột, quy nhơn, phan thiết, vinh, hạ long, phú quốc, mỹ tho, long xuyên, rạch giá, pleiku, hội an, sa pa, tam kỳ, việt trì, thủ dầu một, côn đảo, lý sơn, miền tây, miền trung, miền bắc, miền nam`
export const meantByProvince = `tỉnh thành khác, các tỉnh khác, các tỉnh thành, ngoại tỉnh, tỉnh khác, các tỉnh, liên tỉnh, toàn quốc, tỉnh xa, gửi tỉnh, đi tỉnh, ship tỉnh, giao tỉnh, về tỉnh, other provinces, nationwide`

export const countries = `mỹ, hoa kỳ, úc, nhật, nhật bản, hàn quốc, đài loan, trung quốc, singapore, thái lan, malaysia, campuchia, lào, canada, anh quốc, pháp, đức, nga, châu âu, nước ngoài, hải ngoại,
usa, america, australia, japan, korea, taiwan, china, thailand, cambodia, uk, england, france, germany, europe, abroad, overseas`
export const meantByCountry = `nước ngoài, quốc tế, ngoài nước, abroad, overseas, international`

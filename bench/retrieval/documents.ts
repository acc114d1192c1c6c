import { allSubjects, type Fact, factsOf, type Subject } from './facts.ts';

export type CorpusDocument = { readonly key: string; readonly title: string; readonly text: string };

type Wording = { readonly heading: string; readonly text: string };

/** How documents word a fact. Questions are in another file and use none of this. */
const WORDINGS: Readonly<Record<string, Wording>> = {
  'en appliance warranty': {
    heading: 'Guarantee',
    text: 'The manufacturer stands behind every unit for {v} years from the date on the receipt. Defects caused by limescale are excluded. Claims go to the nearest service partner.',
  },
  'en appliance noise': {
    heading: 'Sound',
    text: 'In the standard programme the unit emits {v} plus 30 decibels, measured one metre from the front. The quiet mode lowers this and runs longer.',
  },
  'en appliance filter': {
    heading: 'Sieve',
    text: 'Rinse the sieve under warm water every {v} weeks. A blocked sieve leaves residue and triggers code E4 on the panel.',
  },
  'en appliance spare': {
    heading: 'Parts',
    text: 'A replacement door seal is listed at {v} euros; hinges and rollers are sold in pairs. Parts stay in stock for a decade.',
  },
  'en appliance load': {
    heading: 'Capacity',
    text: 'The drum or rack takes {v} kilograms evenly spread. Overfilling stops the cycle with a beep.',
  },
  'en appliance energy': {
    heading: 'Consumption',
    text: 'A hundred cycles of the eco programme draw {v} kilowatt hours more than stand-by. The label on the back shows the class.',
  },
  'en museum hours': {
    heading: 'Closing time',
    text: 'The galleries shut at {v} minutes past five, and visitors are led out a quarter of an hour earlier. Mondays are for maintenance.',
  },
  'en museum ticket': {
    heading: 'Admission',
    text: 'Entry for adults is {v} euros. Under-twelves walk in free when they come with a grown-up.',
  },
  'en museum locker': {
    heading: 'Cloakroom',
    text: 'Bags larger than {v} centimetres go into the cloakroom. A coin is returned when the door is opened again.',
  },
  'en museum photo': {
    heading: 'Pictures',
    text: 'Snapshots without flash are welcome in {v} of the rooms; tripods need written consent from the office.',
  },
  'en museum guide': {
    heading: 'Tours',
    text: 'A tour takes {v} minutes more than half an hour and starts at the fountain. Headsets are handed out in four languages.',
  },
  'en museum school': {
    heading: 'Classes',
    text: 'A class of up to {v} pupils books its slot two weeks ahead. Teachers get a folder with tasks.',
  },
  'en policy leave': {
    heading: 'Annual leave',
    text: 'Staff are entitled to {v} days of paid leave on top of the statutory minimum. Unused days lapse at the end of March.',
  },
  'en policy expense': {
    heading: 'Reimbursement',
    text: 'Receipts are handed in within {v} days of returning. Late claims need the signature of the head of finance.',
  },
  'en policy remote': {
    heading: 'Working from elsewhere',
    text: 'Employees may work away from their desk {v} days a month. A stable connection and a lockable room are required.',
  },
  'en policy notice': {
    heading: 'Termination',
    text: 'Either side ends the contract with {v} weeks to the end of a month. The letter has to be signed by hand.',
  },
  'en policy training': {
    heading: 'Further education',
    text: 'Each person may spend {v} hundred euros a year on courses. The manager agrees beforehand, and slides are shared afterwards.',
  },
  'en policy parental': {
    heading: 'New parents',
    text: 'After a birth or adoption the firm pays full salary for {v} weeks. The second parent gets the same.',
  },
  'en service restart': {
    heading: 'Recovery',
    text: 'When the process hangs, drain traffic and start it anew; it takes {v} minutes until caches are warm. Do not touch the replicas meanwhile.',
  },
  'en service backup': {
    heading: 'Snapshots',
    text: 'A copy of the volume is written every {v} hours and checked by a restore into the staging cluster.',
  },
  'en service quota': {
    heading: 'Throttling',
    text: 'A tenant may send {v} hundred requests a minute. Beyond that the gateway answers 429 and a header with the pause.',
  },
  'en service oncall': {
    heading: 'Escalation',
    text: 'If nobody acknowledges the page within {v} minutes it goes to the second engineer, then to the team lead.',
  },
  'en service latency': {
    heading: 'Objective',
    text: 'Ninety-nine of a hundred calls are answered in {v} tens of milliseconds. The dashboard shows the burn rate of the error budget.',
  },
  'en service retention': {
    heading: 'Log storage',
    text: 'Access logs are purged after {v} days; audit records stay for seven years in cold storage.',
  },
  'en trail length': {
    heading: 'Distance',
    text: 'From the gate to the gate it is {v} kilometres on gravel and roots. Most walkers need a long morning.',
  },
  'en trail climb': {
    heading: 'Elevation',
    text: 'The path gains {v} tens of metres, most of it in the second third. Poles help on the scree.',
  },
  'en trail water': {
    heading: 'Springs',
    text: 'There are {v} marked springs along the way; boil what you draw after heavy rain.',
  },
  'en trail season': {
    heading: 'Snow',
    text: 'The pass is usually clear for {v} weeks from June. Rangers close it when cornices form.',
  },
  'en trail parking': {
    heading: 'Cars',
    text: 'The lot at the trailhead holds {v} cars and fills before nine at weekends. The bus stops opposite.',
  },
  'en trail hut': {
    heading: 'Shelter',
    text: 'The warden keeps {v} bunks and a stove; bring a liner and cash. Dogs sleep in the porch.',
  },
  'zh appliance warranty': {
    heading: '质保',
    text: '整机自购机发票日期起由厂家负责 {v} 年。因水垢造成的损坏不在此列，由就近的服务点处理。',
  },
  'zh appliance noise': { heading: '声音', text: '标准程序下距正面一米处测得 30 加 {v} 分贝。静音程序更低，但耗时更长。' },
  'zh appliance filter': { heading: '滤网', text: '滤网每 {v} 周用温水冲洗一次。堵塞会残留污渍，面板显示代码 E4。' },
  'zh appliance spare': { heading: '配件', text: '门封条单价 {v} 元，铰链和滚轮成对出售，配件备货十年。' },
  'zh appliance load': { heading: '容量', text: '均匀摆放时可承受 {v} 公斤，超出后程序停止并发出提示音。' },
  'zh appliance energy': { heading: '能耗', text: '节能程序运行一百次比待机多用 {v} 度电，等级标签贴在背面。' },
  'zh museum hours': { heading: '闭馆', text: '展厅于下午五点 {v} 分关闭，提前一刻钟引导离场。周一检修。' },
  'zh museum ticket': { heading: '票务', text: '成人入场 {v} 元，十二岁以下由大人陪同免费。' },
  'zh museum locker': { heading: '寄存', text: '边长超过 {v} 厘米的包须存入寄存柜，开柜后退还硬币。' },
  'zh museum photo': { heading: '摄影', text: '其中 {v} 个展室允许不用闪光灯拍摄，三脚架须经办公室书面同意。' },
  'zh museum guide': { heading: '讲解', text: '讲解全程比半小时多 {v} 分钟，从喷泉处出发，耳机提供四种语言。' },
  'zh museum school': { heading: '班级', text: '每批至多 {v} 名学生，提前两周登记时段，教师可领取任务册。' },
  'zh policy leave': { heading: '年假', text: '在法定天数之外，员工另享 {v} 天带薪休息，未用部分三月底作废。' },
  'zh policy expense': { heading: '报销', text: '票据须在返回后 {v} 天内交到财务，逾期须财务负责人签字。' },
  'zh policy remote': { heading: '异地办公', text: '每月可有 {v} 天不到工位，须有稳定网络和可上锁的房间。' },
  'zh policy notice': { heading: '解约', text: '任何一方须提前 {v} 周通知，至当月末生效，信函须亲笔签名。' },
  'zh policy training': { heading: '进修', text: '每人每年可用 {v} 百元参加课程，事先由主管同意，事后分享讲义。' },
  'zh policy parental': { heading: '新生儿父母', text: '生育或收养后，公司按全额工资支付 {v} 周，另一方相同。' },
  'zh clinic register': { heading: '挂号', text: '窗口在开诊前 {v} 分钟放号，网上号源前一晚八点更新。' },
  'zh clinic result': { heading: '化验', text: '血样送检后 {v} 小时出单，可在自助机打印。' },
  'zh clinic fasting': { heading: '空腹', text: '抽血前须禁食 {v} 小时，可少量饮水，常用药照服。' },
  'zh clinic visit': { heading: '探视', text: '每床每天至多 {v} 名亲友，晚八点前离开病区。' },
  'zh clinic deposit': { heading: '押金', text: '住院预交 {v} 百元，出院结算多退少补。' },
  'zh clinic parking': { heading: '停车', text: '地下车库有 {v} 个车位，就诊者首小时免费。' },
  'zh course credits': { heading: '学分', text: '本课计 {v} 学分的十分之一，实验部分单独计算。' },
  'zh course homework': { heading: '作业', text: '练习在布置后 {v} 天内交到系统，迟交按天扣分。' },
  'zh course exam': { heading: '考核', text: '期末闭卷，时长一小时加 {v} 分钟，可带一页手写笔记。' },
  'zh course absence': { heading: '考勤', text: '无故不到满 {v} 次者取消考试资格，病假须附证明。' },
  'zh course group': { heading: '分组', text: '项目以 {v} 人为上限组队，名单在第三周确定。' },
  'zh course office': { heading: '答疑', text: '教师每周留出 {v} 个时段，须在系统中预约。' },
};

const INTRODUCTIONS: Readonly<Record<string, string>> = {
  en: 'This page is kept by the team in {p}. It was last reviewed in spring and replaces the printed sheet.',
  zh: '本页由{p}的团队维护，春季审阅过，代替此前的纸质说明。',
};

/** One document for each subject: an introduction, and a section for each fact. */
export function makeDocuments(): CorpusDocument[] {
  return allSubjects().map((subject) => {
    const sections = factsOf(subject).map((fact) => `## ${wordingOf(fact).heading}\n\n${sentencesOf(fact)}`);
    const introduction = (INTRODUCTIONS[subject.language] ?? '').replace('{p}', subject.place);
    return { key: keyOf(subject), title: subject.name, text: [`# ${subject.name}`, introduction, ...sections].join('\n\n') };
  });
}

export function keyOf({ language, kind, name }: Subject): string {
  return `${language}/${kind}/${name}`;
}

/** The text that says a fact. */
export function sentencesOf(fact: Fact): string {
  return wordingOf(fact).text.replace('{v}', String(fact.value));
}

function wordingOf({ subject: { language, kind }, fact }: Fact): Wording {
  const wording = WORDINGS[`${language} ${kind} ${fact}`];
  if (!wording) throw new Error(`No wording for ${language} ${kind} ${fact}`);
  return wording;
}

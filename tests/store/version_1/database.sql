BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE entries (
	game TEXT NOT NULL, 
	number INTEGER NOT NULL, 
	kind TEXT NOT NULL, 
	seat INTEGER, 
	"by" TEXT NOT NULL, 
	value TEXT NOT NULL, 
	message_id TEXT, 
	time FLOAT NOT NULL, 
	CONSTRAINT pk_entries PRIMARY KEY (game, number), 
	CONSTRAINT uq_entries_game_message_id UNIQUE (game, message_id), 
	CONSTRAINT fk_entries_game FOREIGN KEY(game) REFERENCES games (id)
);
INSERT INTO "entries" VALUES('UswYCCjqLdw8',1,'created',NULL,'player','null',NULL,1.79486060686551475527e+09);
INSERT INTO "entries" VALUES('UswYCCjqLdw8',2,'started',NULL,'player','null',NULL,1.79486060689240860938e+09);
INSERT INTO "entries" VALUES('UswYCCjqLdw8',3,'answer',1,'player','23','message-UswY-0',1.79486060691474461556e+09);
INSERT INTO "entries" VALUES('UswYCCjqLdw8',4,'answer',1,'player','3','message-UswY-1',1.79486060692720365526e+09);
INSERT INTO "entries" VALUES('UswYCCjqLdw8',5,'answer',1,'player','22','message-UswY-2',1.79486060693844509117e+09);
INSERT INTO "entries" VALUES('UswYCCjqLdw8',6,'answer',1,'player','450','message-UswY-3',1.79486060695027232168e+09);
INSERT INTO "entries" VALUES('UswYCCjqLdw8',7,'answer',0,'player','332','message-UswY-4',1.7948606069603719711e+09);
INSERT INTO "entries" VALUES('UswYCCjqLdw8',8,'archived',NULL,'clock','null',NULL,1.79486060970464754099e+09);
INSERT INTO "entries" VALUES('x-7tagxYPRso',1,'created',NULL,'player','null',NULL,1.79486061368558239936e+09);
INSERT INTO "entries" VALUES('x-7tagxYPRso',2,'joined',2,'player','{"name": "Bob"}',NULL,1.7948606137153282165e+09);
INSERT INTO "entries" VALUES('x-7tagxYPRso',3,'renamed',2,'player','{"name": "Robert"}',NULL,1.79486061372678923605e+09);
INSERT INTO "entries" VALUES('nDAloe1RpnhL',1,'created',NULL,'player','null',NULL,1.79486061374533057213e+09);
INSERT INTO "entries" VALUES('nDAloe1RpnhL',2,'joined',1,'player','{"name": "Bob"}',NULL,1.79486061376043820386e+09);
INSERT INTO "entries" VALUES('nDAloe1RpnhL',3,'started',NULL,'player','null',NULL,1.79486061376532435415e+09);
INSERT INTO "entries" VALUES('nDAloe1RpnhL',4,'keys',1,'player','null',NULL,1.79486061377858090396e+09);
INSERT INTO "entries" VALUES('nDAloe1RpnhL',5,'chat',0,'player','{"text": "Hello, Bob"}','hello-there',1794860613.78664);
INSERT INTO "entries" VALUES('nDAloe1RpnhL',6,'phrase',1,'player','{"phrase": "hello"}','hello-back',1.79486061379222178462e+09);
INSERT INTO "entries" VALUES('nDAloe1RpnhL',7,'answer',0,'player','312','message-nDAl-0',1.7948606138024015427e+09);
INSERT INTO "entries" VALUES('nDAloe1RpnhL',8,'undo',0,'player','1','undo-nDAl-1',1.79486061380865073201e+09);
INSERT INTO "entries" VALUES('nDAloe1RpnhL',9,'answer',0,'player','311','message-nDAl-1',1.79486061381681871415e+09);
INSERT INTO "entries" VALUES('nDAloe1RpnhL',10,'undo',0,'player','1','undo-nDAl-2',1.79486061382186484333e+09);
INSERT INTO "entries" VALUES('nDAloe1RpnhL',11,'answer',0,'player','52','message-nDAl-2',1.79486061382942533497e+09);
INSERT INTO "entries" VALUES('nDAloe1RpnhL',12,'answer',0,'player','51','message-nDAl-3',1.79486061383729338645e+09);
INSERT INTO "entries" VALUES('nDAloe1RpnhL',13,'answer',0,'player','70','message-nDAl-4',1.79486061387156176569e+09);
INSERT INTO "entries" VALUES('nDAloe1RpnhL',14,'answer',0,'player','450','message-nDAl-5',1.79486061387948632244e+09);
INSERT INTO "entries" VALUES('nDAloe1RpnhL',15,'answer',1,'player','325','message-nDAl-6',1.79486061389083385465e+09);
INSERT INTO "entries" VALUES('nDAloe1RpnhL',16,'answer',1,'player','305','message-nDAl-7',1.79486061390051174161e+09);
INSERT INTO "entries" VALUES('nDAloe1RpnhL',17,'answer',1,'player','304','message-nDAl-8',1.79486061391073226925e+09);
INSERT INTO "entries" VALUES('nDAloe1RpnhL',18,'undo',1,'player','1','undo-nDAl-9',1.79486061391561245916e+09);
INSERT INTO "entries" VALUES('nDAloe1RpnhL',19,'answer',1,'player','285','message-nDAl-9',1.79486061392510271072e+09);
INSERT INTO "entries" VALUES('nDAloe1RpnhL',20,'answer',1,'player','450','message-nDAl-10',1.79486061393492484089e+09);
INSERT INTO "entries" VALUES('nDAloe1RpnhL',21,'answer',0,'player','72','message-nDAl-11',1.79486061394388651847e+09);
INSERT INTO "entries" VALUES('nDAloe1RpnhL',22,'answer',0,'player','93','message-nDAl-12',1.79486061395264029499e+09);
INSERT INTO "entries" VALUES('nDAloe1RpnhL',23,'answer',0,'player','112','message-nDAl-13',1.79486061396110868453e+09);
INSERT INTO "entries" VALUES('nDAloe1RpnhL',24,'answer',0,'player','450','message-nDAl-14',1.79486061396931838992e+09);
INSERT INTO "entries" VALUES('nDAloe1RpnhL',25,'answer',1,'player','235','message-nDAl-15',1.79486061398028206824e+09);
INSERT INTO "entries" VALUES('nDAloe1RpnhL',26,'answer',1,'player','255','message-nDAl-16',1.79486061399110436442e+09);
INSERT INTO "entries" VALUES('nDAloe1RpnhL',27,'undo',1,'player','1','undo-nDAl-17',1.79486061399648213383e+09);
INSERT INTO "entries" VALUES('nDAloe1RpnhL',28,'answer',1,'player','236','message-nDAl-17',1.79486061400736403468e+09);
INSERT INTO "entries" VALUES('nDAloe1RpnhL',29,'answer',1,'player','237','message-nDAl-18',1.79486061401881527902e+09);
INSERT INTO "entries" VALUES('nDAloe1RpnhL',30,'answer',1,'player','450','message-nDAl-19',1.79486061403154563906e+09);
INSERT INTO "entries" VALUES('nDAloe1RpnhL',31,'answer',0,'player','132','message-nDAl-20',1.79486061404040408138e+09);
INSERT INTO "entries" VALUES('nDAloe1RpnhL',32,'answer',0,'player','131','message-nDAl-21',1.79486061404889345174e+09);
INSERT INTO "entries" VALUES('nDAloe1RpnhL',33,'answer',0,'player','130','message-nDAl-22',1.7948606140646829605e+09);
INSERT INTO "entries" VALUES('nDAloe1RpnhL',34,'answer',0,'player','450','message-nDAl-23',1.79486061407424092291e+09);
INSERT INTO "entries" VALUES('nDAloe1RpnhL',35,'answer',1,'player','218','message-nDAl-24',1.79486061409075260165e+09);
INSERT INTO "entries" VALUES('nDAloe1RpnhL',36,'answer',1,'player','217','message-nDAl-25',1.79486061410472655299e+09);
INSERT INTO "entries" VALUES('nDAloe1RpnhL',37,'answer',1,'player','238','message-nDAl-26',1.79486061411657762528e+09);
INSERT INTO "entries" VALUES('nDAloe1RpnhL',38,'answer',1,'player','450','message-nDAl-27',1.79486061412734150891e+09);
INSERT INTO "entries" VALUES('nDAloe1RpnhL',39,'answer',0,'player','92','message-nDAl-28',1.79486061413623714444e+09);
INSERT INTO "entries" VALUES('nDAloe1RpnhL',40,'answer',0,'player','109','message-nDAl-29',1.79486061414450812339e+09);
INSERT INTO "entries" VALUES('nDAloe1RpnhL',41,'answer',0,'player','89','message-nDAl-30',1.79486061415094232561e+09);
INSERT INTO "entries" VALUES('nDAloe1RpnhL',42,'answer',0,'player','450','message-nDAl-31',1.79486061415723109242e+09);
INSERT INTO "entries" VALUES('nDAloe1RpnhL',43,'answer',1,'player','257','message-nDAl-32',1.7948606141665303707e+09);
INSERT INTO "entries" VALUES('Oz6ZMgFjuIrw',1,'created',NULL,'player','null',NULL,1.79486061417336273198e+09);
INSERT INTO "entries" VALUES('Oz6ZMgFjuIrw',2,'started',NULL,'player','null',NULL,1.79486061418562531473e+09);
INSERT INTO "entries" VALUES('Oz6ZMgFjuIrw',3,'answer',1,'bot','58',NULL,1.7948606145816421508e+09);
INSERT INTO "entries" VALUES('Oz6ZMgFjuIrw',4,'answer',1,'bot','78',NULL,1.79486061458395910256e+09);
INSERT INTO "entries" VALUES('Oz6ZMgFjuIrw',5,'answer',1,'bot','77',NULL,1.79486061458627462385e+09);
INSERT INTO "entries" VALUES('Oz6ZMgFjuIrw',6,'answer',1,'bot','450',NULL,1.79486061459253740308e+09);
INSERT INTO "entries" VALUES('Oz6ZMgFjuIrw',7,'answer',0,'player','152','message-Oz6Z-0',1.79486061461881494516e+09);
INSERT INTO "entries" VALUES('Oz6ZMgFjuIrw',8,'answer',0,'player','151','message-Oz6Z-1',1.79486061462780666347e+09);
INSERT INTO "entries" VALUES('Oz6ZMgFjuIrw',9,'answer',0,'player','173','message-Oz6Z-2',1.79486061463665914537e+09);
INSERT INTO "entries" VALUES('Oz6ZMgFjuIrw',10,'answer',0,'player','450','message-Oz6Z-3',1.79486061464543437959e+09);
INSERT INTO "entries" VALUES('Oz6ZMgFjuIrw',11,'answer',1,'bot','131',NULL,1.79486061465577912332e+09);
INSERT INTO "entries" VALUES('Oz6ZMgFjuIrw',12,'answer',1,'bot','150',NULL,1.79486061465785646431e+09);
INSERT INTO "entries" VALUES('Oz6ZMgFjuIrw',13,'answer',1,'bot','130',NULL,1.7948606146634681225e+09);
INSERT INTO "entries" VALUES('Oz6ZMgFjuIrw',14,'answer',1,'bot','450',NULL,1.7948606146674437523e+09);
INSERT INTO "entries" VALUES('Oz6ZMgFjuIrw',15,'answer',0,'player','193','message-Oz6Z-4',1.79486061468767285351e+09);
INSERT INTO "entries" VALUES('Oz6ZMgFjuIrw',16,'answer',0,'player','296','message-Oz6Z-5',1.79486061469713544845e+09);
INSERT INTO "entries" VALUES('maWiguXq8IX_',1,'created',NULL,'player','null',NULL,1.7948606147044303417e+09);
INSERT INTO "entries" VALUES('maWiguXq8IX_',2,'started',NULL,'player','null',NULL,1.79486061471859884258e+09);
INSERT INTO "entries" VALUES('maWiguXq8IX_',3,'answer',1,'bot','247',NULL,1.79486061473570609092e+09);
INSERT INTO "entries" VALUES('maWiguXq8IX_',4,'answer',1,'bot','266',NULL,1.79486061473892426492e+09);
INSERT INTO "entries" VALUES('maWiguXq8IX_',5,'answer',1,'bot','287',NULL,1.79486061474128794665e+09);
INSERT INTO "entries" VALUES('maWiguXq8IX_',6,'answer',1,'bot','450',NULL,1.79486061474350404743e+09);
INSERT INTO "entries" VALUES('maWiguXq8IX_',7,'answer',0,'player','36','message-maWi-0',1.79486061476162457465e+09);
INSERT INTO "entries" VALUES('maWiguXq8IX_',8,'answer',0,'player','37','message-maWi-1',1.79486061477010607713e+09);
INSERT INTO "entries" VALUES('maWiguXq8IX_',9,'answer',0,'player','17','message-maWi-2',1.79486061477863216399e+09);
INSERT INTO "entries" VALUES('maWiguXq8IX_',10,'answer',0,'player','450','message-maWi-3',1.79486061479502725596e+09);
INSERT INTO "entries" VALUES('maWiguXq8IX_',11,'answer',1,'bot','91',NULL,1.79486061481088948242e+09);
INSERT INTO "entries" VALUES('maWiguXq8IX_',12,'answer',1,'bot','71',NULL,1.79486061481354069709e+09);
INSERT INTO "entries" VALUES('maWiguXq8IX_',13,'answer',1,'bot','70',NULL,1.79486061481573987014e+09);
INSERT INTO "entries" VALUES('maWiguXq8IX_',14,'answer',1,'bot','450',NULL,1.79486061481773447991e+09);
INSERT INTO "entries" VALUES('maWiguXq8IX_',15,'answer',0,'player','137','message-maWi-4',1.79486061483246755595e+09);
INSERT INTO "entries" VALUES('maWiguXq8IX_',16,'answer',0,'player','136','message-maWi-5',1.7948606148420143127e+09);
INSERT INTO "entries" VALUES('qqN41IvK8gqS',1,'created',NULL,'player','null',NULL,1.79486061484908199312e+09);
INSERT INTO "entries" VALUES('qqN41IvK8gqS',2,'joined',1,'player','{"name": "Bob"}',NULL,1.79486061486560654646e+09);
INSERT INTO "entries" VALUES('qqN41IvK8gqS',3,'joined',2,'player','{"name": "Cyd"}',NULL,1.79486061487791728969e+09);
INSERT INTO "entries" VALUES('qqN41IvK8gqS',4,'started',NULL,'player','null',NULL,1.79486061488438510894e+09);
INSERT INTO "entries" VALUES('qqN41IvK8gqS',5,'revoked',1,'player','null',NULL,1.79486061489635372167e+09);
INSERT INTO "entries" VALUES('qqN41IvK8gqS',6,'keys',2,'player','null',NULL,1.79486061491094326973e+09);
INSERT INTO "entries" VALUES('qqN41IvK8gqS',7,'moved',2,'player','null',NULL,1.79486061497689390184e+09);
INSERT INTO "entries" VALUES('qqN41IvK8gqS',8,'joined',1,'player','{"name": "Cyd again"}',NULL,1.7948606149881234169e+09);
INSERT INTO "entries" VALUES('qqN41IvK8gqS',9,'answer',1,'player','318','message-qqN4-0',1.79486061500391793255e+09);
INSERT INTO "entries" VALUES('qqN41IvK8gqS',10,'answer',1,'player','319','message-qqN4-1',1.79486061501683855055e+09);
INSERT INTO "entries" VALUES('qqN41IvK8gqS',11,'answer',1,'player','299','message-qqN4-2',1.79486061503068256373e+09);
INSERT INTO "entries" VALUES('qqN41IvK8gqS',12,'answer',1,'player','450','message-qqN4-3',1.79486061504444289202e+09);
INSERT INTO "entries" VALUES('qqN41IvK8gqS',13,'answer',2,'player','380','message-qqN4-4',1.79486061506159663204e+09);
INSERT INTO "entries" VALUES('qqN41IvK8gqS',14,'answer',2,'player','360','message-qqN4-5',1.79486061507690191274e+09);
INSERT INTO "entries" VALUES('qqN41IvK8gqS',15,'answer',2,'player','279','message-qqN4-6',1.79486061509442281726e+09);
INSERT INTO "entries" VALUES('qqN41IvK8gqS',16,'answer',2,'player','450','message-qqN4-7',1.79486061511030888558e+09);
INSERT INTO "entries" VALUES('qqN41IvK8gqS',17,'revoked',2,'player','null',NULL,1.79486061511825489996e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',1,'created',NULL,'player','null',NULL,1.79486061512963557241e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',2,'joined',1,'player','{"name": "Bob"}',NULL,1.79486061514659547798e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',3,'started',NULL,'player','null',NULL,1.79486061515199351312e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',4,'answer',2,'bot','459',NULL,1.79486061516040968895e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',5,'answer',2,'bot','392',NULL,1.79486061516447281834e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',6,'answer',2,'bot','373',NULL,1.79486061517646980278e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',7,'answer',2,'bot','450',NULL,1.79486061518680453307e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',8,'answer',0,'player','365','message-7oPy-0',1.79486061520373296742e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',9,'answer',0,'player','385','message-7oPy-1',1.79486061521420907976e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',10,'answer',0,'player','366','message-7oPy-2',1.79486061522509574885e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',11,'answer',0,'player','450','message-7oPy-3',1.79486061523467183118e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',12,'answer',1,'player','454','message-7oPy-4',1.79486061524965238573e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',13,'answer',1,'player','286','message-7oPy-5',1.79486061526291441913e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',14,'answer',1,'player','266','message-7oPy-6',1.79486061527196955685e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',15,'answer',1,'player','247','message-7oPy-7',1.79486061528124117851e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',16,'answer',1,'player','450','message-7oPy-8',1.79486061529205346114e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',17,'answer',2,'bot','182',NULL,1.79486061530024671555e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',18,'answer',2,'bot','203',NULL,1.79486061531176829342e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',19,'answer',2,'bot','223',NULL,1.79486061531563282018e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',20,'answer',2,'bot','450',NULL,1.79486061531999325753e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',21,'answer',0,'player','84','message-7oPy-9',1.79486061533794975277e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',22,'answer',0,'player','85','message-7oPy-10',1.79486061534855222705e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',23,'answer',0,'player','64','message-7oPy-11',1.79486061535706853866e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',24,'answer',0,'player','450','message-7oPy-12',1.79486061536504673953e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',25,'answer',1,'player','290','message-7oPy-13',1.7948606153762285709e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',26,'answer',1,'player','270','message-7oPy-14',1.79486061538629150394e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',27,'answer',1,'player','289','message-7oPy-15',1.79486061539699769023e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',28,'answer',1,'player','450','message-7oPy-16',1.79486061540702772137e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',29,'answer',2,'bot','0',NULL,1.79486061541439867019e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',30,'answer',2,'bot','20',NULL,1.7948606154255208969e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',31,'answer',2,'bot','1',NULL,1.79486061543343067173e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',32,'answer',2,'bot','450',NULL,1.7948606154425117969e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',33,'answer',0,'player','104','message-7oPy-17',1.79486061545478582388e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',34,'answer',0,'player','124','message-7oPy-18',1.79486061547596740728e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',35,'answer',0,'player','144','message-7oPy-19',1.79486061549375653266e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',36,'answer',0,'player','450','message-7oPy-20',1.79486061550588130953e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',37,'answer',1,'player','308','message-7oPy-21',1.7948606155200593471e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',38,'answer',1,'player','328','message-7oPy-22',1.79486061552981734272e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',39,'answer',1,'player','246','message-7oPy-23',1.79486061553937649732e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',40,'answer',1,'player','450','message-7oPy-24',1.7948606155525047779e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',41,'answer',2,'bot','459',NULL,1.79486061556414389613e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',42,'answer',2,'bot','353',NULL,1.79486061556894207005e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',43,'answer',2,'bot','354',NULL,1.79486061557923603062e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',44,'answer',2,'bot','450',NULL,1.79486061558486247055e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',45,'answer',0,'player','345','message-7oPy-25',1.79486061560662722583e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',46,'answer',0,'player','326','message-7oPy-26',1.79486061562060523035e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',47,'answer',0,'player','346','message-7oPy-27',1.79486061563683581355e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',48,'answer',0,'player','450','message-7oPy-28',1.79486061565254688258e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',49,'answer',1,'player','467','message-7oPy-29',1.79486061567399191856e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',50,'answer',1,'player','240','message-7oPy-30',1.79486061569424200055e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',51,'answer',1,'player','251','message-7oPy-31',1.79486061571408581733e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',52,'answer',1,'player','250','message-7oPy-32',1.79486061573447608949e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',53,'answer',1,'player','220','message-7oPy-33',1.79486061575414013865e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',54,'answer',1,'player','450','message-7oPy-34',1.79486061577401947975e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',55,'answer',2,'bot','163',NULL,1.79486061578631162644e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',56,'answer',2,'bot','181',NULL,1.79486061580018830294e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',57,'answer',2,'bot','201',NULL,1.79486061581311917307e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',58,'answer',2,'bot','450',NULL,1.79486061581948971744e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',59,'answer',0,'player','367','message-7oPy-35',1.79486061583063912392e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',60,'answer',0,'player','347','message-7oPy-36',1.79486061584350395205e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',61,'answer',0,'player','156','message-7oPy-37',1.79486061585592269898e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',62,'answer',0,'player','450','message-7oPy-38',1.79486061586511778834e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',63,'answer',1,'player','467','message-7oPy-39',1.79486061588328123087e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',64,'answer',1,'player','200','message-7oPy-40',1.79486061590278601646e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',65,'answer',1,'player','459','message-7oPy-41',1.79486061592276835438e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',66,'answer',1,'player','374','message-7oPy-42',1.7948606159426968098e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',67,'answer',1,'player','394','message-7oPy-43',1.79486061596351432795e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',68,'answer',1,'player','450','message-7oPy-44',1.79486061598393964768e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',69,'answer',2,'bot','21',NULL,1.79486061599828076364e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',70,'answer',2,'bot','335',NULL,1.794860616013400793e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',71,'answer',2,'bot','314',NULL,1.7948606160250751972e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',72,'answer',2,'bot','450',NULL,1.79486061603133797643e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',73,'answer',0,'player','130','message-7oPy-45',1.79486061604939985277e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',74,'answer',0,'player','109','message-7oPy-46',1.7948606160633254051e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',75,'answer',0,'player','150','message-7oPy-47',1.79486061607437491416e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',76,'answer',0,'player','450','message-7oPy-48',1.79486061608935499192e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',77,'answer',1,'player','467','message-7oPy-49',1.79486061610358047487e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',78,'answer',1,'player','180','message-7oPy-50',1.79486061611756324771e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',79,'answer',1,'player','252','message-7oPy-51',1.79486061613444757454e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',80,'answer',1,'player','231','message-7oPy-52',1.79486061616014146808e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',81,'answer',1,'player','245','message-7oPy-53',1.79486061617756700514e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',82,'answer',1,'player','450','message-7oPy-54',1.79486061619424748419e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',83,'answer',2,'bot','483',NULL,1.79486061620199871058e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',84,'answer',2,'bot','181',NULL,1.79486061621239519113e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',85,'answer',2,'bot','352',NULL,1.79486061622441172604e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',86,'answer',2,'bot','143',NULL,1.79486061623009276392e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',87,'answer',2,'bot','351',NULL,1.79486061623413038256e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',88,'answer',2,'bot','450',NULL,1.79486061623774480816e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',89,'answer',0,'player','131','message-7oPy-55',1.79486061626288318634e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',90,'answer',0,'player','132','message-7oPy-56',1.79486061627708792689e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',91,'answer',0,'player','151','message-7oPy-57',1.79486061629294800763e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',92,'answer',0,'player','450','message-7oPy-58',1.79486061630534458159e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',93,'answer',1,'player','483','message-7oPy-59',1.79486061632261586192e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',94,'answer',1,'player','200','message-7oPy-60',1.79486061633828687666e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',95,'answer',1,'player','467','message-7oPy-61',1.7948606163541254997e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',96,'answer',1,'player','160','message-7oPy-62',1794860616.37073);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',97,'answer',1,'player','232','message-7oPy-63',1.79486061638842964169e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',98,'answer',1,'player','161','message-7oPy-64',1.79486061640853571891e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',99,'answer',1,'player','140','message-7oPy-65',1.79486061643148875235e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',100,'answer',1,'player','450','message-7oPy-66',1.79486061645193219183e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',101,'answer',2,'bot','142',NULL,1.79486061646295714383e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',102,'answer',2,'bot','244',NULL,1.79486061647645187382e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',103,'answer',2,'bot','141',NULL,1.79486061648141264918e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',104,'answer',2,'bot','224',NULL,1.7948606164901323318e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',105,'answer',2,'bot','450',NULL,1.79486061650391316409e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',106,'answer',0,'player','386','message-7oPy-67',1.79486061656593704222e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',107,'answer',0,'player','384','message-7oPy-68',1.79486061658145403864e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',108,'answer',0,'player','19','message-7oPy-69',1.79486061659605908389e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',109,'answer',0,'player','450','message-7oPy-70',1.79486061660759544378e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',110,'answer',1,'player','483','message-7oPy-71',1.7948606166217422486e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',111,'answer',1,'player','161','message-7oPy-72',1.79486061664084672927e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',112,'answer',1,'player','467','message-7oPy-73',1.79486061666424369809e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',113,'answer',1,'player','393','message-7oPy-74',1.7948606166777403355e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',114,'answer',1,'player','233','message-7oPy-75',1.79486061669651389121e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',115,'answer',1,'player','213','message-7oPy-76',1.79486061670963549614e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',116,'answer',1,'player','212','message-7oPy-77',1.79486061672230696678e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',117,'answer',1,'player','214','message-7oPy-78',1.79486061673724770545e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',118,'answer',1,'player','450','message-7oPy-79',1.7948606167539968491e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',119,'answer',2,'bot','350',NULL,1.79486061676480174067e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',120,'answer',2,'bot','370',NULL,1.79486061677563047411e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',121,'answer',2,'bot','389',NULL,1.79486061677857255936e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',122,'answer',2,'bot','483',NULL,1.79486061678791666024e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',123,'answer',2,'bot','353',NULL,1.79486061679125738143e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',124,'answer',2,'bot','450',NULL,1.79486061680704498287e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',125,'answer',0,'player','387','message-7oPy-80',1.79486061683397340777e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',126,'answer',0,'player','348','message-7oPy-81',1.79486061684636068343e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',127,'answer',0,'player','164','message-7oPy-82',1.79486061686070704455e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',128,'answer',0,'player','450','message-7oPy-83',1.794860616870726347e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',129,'answer',1,'player','483','message-7oPy-84',1.794860616884642601e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',130,'answer',1,'player','247','message-7oPy-85',1.79486061690260982519e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',131,'answer',1,'player','309','message-7oPy-86',1.79486061692106437688e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',132,'answer',1,'player','329','message-7oPy-87',1.79486061693946027757e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',133,'answer',1,'player','310','message-7oPy-88',1.79486061695278048509e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',134,'answer',1,'player','288','message-7oPy-89',1.79486061696678256987e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',135,'answer',1,'player','450','message-7oPy-90',1.79486061698010396954e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',136,'answer',2,'bot','161',NULL,1.79486061699734687803e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',137,'answer',2,'bot','263',NULL,1.79486061700527215001e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',138,'answer',2,'bot','284',NULL,1.79486061701951718329e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',139,'answer',2,'bot','243',NULL,1.79486061703636455531e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',140,'answer',2,'bot','483',NULL,1.79486061704133915894e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',141,'answer',2,'bot','244',NULL,1.79486061704953718184e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',142,'answer',2,'bot','450',NULL,1.79486061705726099007e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',143,'answer',0,'player','112','message-7oPy-91',1794860617.07311);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',144,'answer',0,'player','89','message-7oPy-92',1.79486061708980154986e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',145,'answer',0,'player','93','message-7oPy-93',1.79486061710369157787e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',146,'answer',0,'player','450','message-7oPy-94',1.79486061711603689188e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',147,'answer',1,'player','467','message-7oPy-95',1.79486061716552734376e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',148,'answer',1,'player','260','message-7oPy-96',1.79486061718741774558e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',149,'answer',1,'player','483','message-7oPy-97',1.79486061720601105693e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',150,'answer',1,'player','240','message-7oPy-98',1.79486061722026443484e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',151,'answer',1,'player','254','message-7oPy-99',1.79486061723370695112e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',152,'answer',1,'player','230','message-7oPy-100',1.79486061725070548053e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',153,'answer',1,'player','211','message-7oPy-101',1.79486061726874351505e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',154,'answer',1,'player','273','message-7oPy-102',1.79486061728593707088e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',155,'answer',1,'player','450','message-7oPy-103',1.79486061730974102027e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',156,'answer',2,'bot','202',NULL,1.79486061731932401656e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',157,'answer',2,'bot','242',NULL,1.79486061733405900006e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',158,'answer',2,'bot','222',NULL,1.79486061734173345562e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',159,'answer',2,'bot','181',NULL,1.79486061734942650798e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',160,'answer',2,'bot','483',NULL,1.79486061735930728907e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',161,'answer',2,'bot','263',NULL,1.79486061737427926065e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',162,'answer',2,'bot','450',NULL,1.79486061738122320173e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',163,'answer',0,'player','73','message-7oPy-104',1.79486061740101146694e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',164,'answer',0,'player','388','message-7oPy-105',1.79486061741013360024e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',165,'answer',0,'player','53','message-7oPy-106',1.79486061741948366163e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',166,'answer',0,'player','450','message-7oPy-107',1.7948606174293222428e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',167,'answer',1,'player','467','message-7oPy-108',1.79486061744875311854e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',168,'answer',1,'player','240','message-7oPy-109',1.794860617465239048e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',169,'answer',1,'player','459','message-7oPy-110',1.79486061748276281352e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',170,'answer',1,'player','353','message-7oPy-111',1.79486061749976515775e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',171,'answer',1,'player','334','message-7oPy-112',1.79486061752088403705e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',172,'answer',1,'player','375','message-7oPy-113',1.79486061753727126118e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',173,'answer',1,'player','483','message-7oPy-114',1.79486061758408617971e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',174,'answer',1,'player','308','message-7oPy-115',1.79486061760185837748e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',175,'answer',1,'player','450','message-7oPy-116',1.79486061761934089656e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',176,'answer',2,'bot','295',NULL,1.79486061763426113131e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',177,'answer',2,'bot','296',NULL,1.79486061763858938218e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',178,'answer',2,'bot','2',NULL,1.79486061764722156525e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',179,'answer',2,'bot','336',NULL,1.79486061765095663072e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',180,'answer',2,'bot','483',NULL,1.79486061766325354568e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',181,'answer',2,'bot','163',NULL,1.79486061767620944974e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',182,'answer',2,'bot','450',NULL,1.79486061768307781217e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',183,'answer',0,'player','90','message-7oPy-117',1.79486061770799064634e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',184,'answer',0,'player','137','message-7oPy-118',1794860617.73245);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',185,'answer',0,'player','92','message-7oPy-119',1.79486061775010466573e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',186,'answer',0,'player','450','message-7oPy-120',1.79486061776279950136e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',187,'answer',1,'player','106','message-7oPy-121',1.79486061778724741936e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',188,'answer',1,'player','210','message-7oPy-122',1.7948606178123743534e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',189,'answer',1,'player','127','message-7oPy-123',1.794860617835581541e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',190,'answer',1,'player','450','message-7oPy-124',1.79486061785275554658e+09);
INSERT INTO "entries" VALUES('ghl0v2m2rc70',1,'created',NULL,'player','null',NULL,1.79486061786745762828e+09);
INSERT INTO "entries" VALUES('7oPy6ytFeIYr',191,'rematch',1,'player','{"table": "ghl0v2m2rc70", "invite": "eJOPq8MqGuAKdP_Q"}',NULL,1.79486061787873744967e+09);
INSERT INTO "entries" VALUES('ghl0v2m2rc70',2,'joined',0,'player','{"name": "Ada"}',NULL,1.79486061788849925995e+09);
INSERT INTO "entries" VALUES('ghl0v2m2rc70',3,'started',NULL,'player','null',NULL,1.79486061789603662487e+09);
CREATE TABLE games (
	id TEXT NOT NULL, 
	invite TEXT NOT NULL, 
	watch TEXT NOT NULL, 
	creator TEXT NOT NULL, 
	status TEXT NOT NULL, 
	listed BOOLEAN NOT NULL, 
	options TEXT NOT NULL, 
	setup TEXT NOT NULL, 
	rules INTEGER NOT NULL, 
	wake_at FLOAT, 
	created_at FLOAT NOT NULL, 
	CONSTRAINT pk_games PRIMARY KEY (id), 
	CONSTRAINT uq_games_invite UNIQUE (invite), 
	CONSTRAINT uq_games_watch UNIQUE (watch)
);
INSERT INTO "games" VALUES('UswYCCjqLdw8','tcqAay6PvPL0DD5B','t4R_2OGKTDiWDJlk','0ed9980d621e92c56ac881a92875e0618a5735fa88c003d72fd8ffbfff0003e1','archived',0,'{"setup": {"first_game": false, "sets": ["base"], "sections": [], "cards": [], "tasks": [], "start": null, "two_cards": false, "without_lords": false, "always_swamp_cards": false, "island": null, "capitols": [], "caves": []}, "start_when_full": true, "running_score": true, "turn_seconds": null, "reaction_seconds": 60}','kingdom-builder/record-1
rules: 1
players: 2
start: 1
sets: base
sections: harbor:0 oasis:0 barn:0 paddock:0
cards: discoverers farmers fishermen
seeds: 7 184652498437805199181620149077077074925
shuffles: TTDGTDDGGCFTFFDCGCCFDCGFT
answers:
',1,NULL,1.79486060686549758909e+09);
INSERT INTO "games" VALUES('x-7tagxYPRso','oiiYDTV4YGTj90g7','WOzpIiVJ4G2GUxUz','2484878e616a1a4b47f3b398ca8d9a3ffcb4e6dcb6fb609458e5e220126086d9','open',1,'{"setup": {"first_game": false, "sets": ["base", "marshlands"], "sections": [], "cards": [], "tasks": [], "start": null, "two_cards": false, "without_lords": false, "always_swamp_cards": false, "island": null, "capitols": [], "caves": []}, "start_when_full": true, "running_score": true, "turn_seconds": 86400, "reaction_seconds": 60}','kingdom-builder/record-1
rules: 1
players: 4
start: 0
sets: base marshlands
sections: canoe:0 tavern:180 oracle:0 farm:0
cards: messengers captains miners
variants: swamp_cards
seeds: 11 196895590325156067560149350746099306156
shuffles: GtCTDCDTDTgCGdCFDFDTFCTGcGGFfF
answers:
',1,NULL,1.79486061368556857114e+09);
INSERT INTO "games" VALUES('nDAloe1RpnhL','WItZzzpnUf2lxydC','cZErZWaQ02NLe2Sz','2484878e616a1a4b47f3b398ca8d9a3ffcb4e6dcb6fb609458e5e220126086d9','playing',0,'{"setup": {"first_game": false, "sets": ["base", "nomads"], "sections": [], "cards": [], "tasks": [], "start": null, "two_cards": false, "without_lords": false, "always_swamp_cards": false, "island": null, "capitols": [], "caves": []}, "start_when_full": true, "running_score": false, "turn_seconds": 2591000, "reaction_seconds": null}','kingdom-builder/record-1
rules: 1
players: 2
start: 0
sets: base nomads
sections: quarry:180 oracle:0 harbor:0 village:0
cards: shepherds citizens merchants
nomads: e3=sword c5=resettlement h5=outpost o14=donation:water
seeds: 12 110280606149432353479488809721107970536
shuffles: FGCFCGFFTDCTCGDDTFTTDGCGD
answers:
',1,1.7974516141572756768e+09,1.79486061374531793597e+09);
INSERT INTO "games" VALUES('Oz6ZMgFjuIrw','Q0aTOhoErlYByvWK','jN5leUTtplZKEDNl','2484878e616a1a4b47f3b398ca8d9a3ffcb4e6dcb6fb609458e5e220126086d9','playing',0,'{"setup": {"first_game": false, "sets": ["base", "crossroads"], "sections": [], "cards": [], "tasks": [], "start": null, "two_cards": false, "without_lords": false, "always_swamp_cards": false, "island": null, "capitols": [], "caves": []}, "start_when_full": true, "running_score": true, "turn_seconds": null, "reaction_seconds": 60}','kingdom-builder/record-1
rules: 1
players: 2
start: 1
sets: base crossroads
sections: farm:180 oracle:180 monastery_wagon:180 tower:0
cards: workers fishermen discoverers
tasks: fortress
seeds: 13 258598200417266227906680522652599351220
shuffles: CGTGGTTDDCDGFTFDFFDCTFGCC
answers:
',1,NULL,1.7948606141733496189e+09);
INSERT INTO "games" VALUES('maWiguXq8IX_','ADp3At304E08zuw_','4UoTtwh-aYlswKRj','2484878e616a1a4b47f3b398ca8d9a3ffcb4e6dcb6fb609458e5e220126086d9','playing',0,'{"setup": {"first_game": false, "sets": ["base", "harvest"], "sections": [], "cards": [], "tasks": [], "start": null, "two_cards": false, "without_lords": false, "always_swamp_cards": false, "island": null, "capitols": [], "caves": []}, "start_when_full": true, "running_score": true, "turn_seconds": null, "reaction_seconds": 60}','kingdom-builder/record-1
rules: 1
players: 2
start: 1
sets: base harvest
sections: barn:180 harbor:0 tavern:180 oracle:180
cards: homesteaders chainers knights
seeds: 14 198809532685088231094771008086529122681
shuffles: CTFDDGCDDGTCTGCFTFFDCTGFG
answers:
',1,NULL,1.79486061470441699027e+09);
INSERT INTO "games" VALUES('qqN41IvK8gqS','z7dxZaeLIjoBAPOu','1gwHfxbsTQoV7SjR','2484878e616a1a4b47f3b398ca8d9a3ffcb4e6dcb6fb609458e5e220126086d9','playing',0,'{"setup": {"first_game": false, "sets": ["base"], "sections": [], "cards": [], "tasks": [], "start": null, "two_cards": false, "without_lords": false, "always_swamp_cards": false, "island": null, "capitols": [], "caves": []}, "start_when_full": true, "running_score": true, "turn_seconds": null, "reaction_seconds": 60}','kingdom-builder/record-1
rules: 1
players: 3
start: 1
sets: base
sections: barn:180 paddock:180 tower:0 tavern:180
cards: workers fishermen citizens
seeds: 15 246112862456278501979895629753057489275
shuffles: FDTDTGCGGDGCTTFFDCFDFCGTC
answers:
',1,NULL,1.7948606148490695954e+09);
INSERT INTO "games" VALUES('7oPy6ytFeIYr','ddJFMHmcmhHdh2yT','JLB7Od9jDHpo-flU','2484878e616a1a4b47f3b398ca8d9a3ffcb4e6dcb6fb609458e5e220126086d9','over',0,'{"setup": {"first_game": false, "sets": ["base", "marshlands"], "sections": [], "cards": [], "tasks": [], "start": null, "two_cards": false, "without_lords": false, "always_swamp_cards": false, "island": null, "capitols": [], "caves": []}, "start_when_full": true, "running_score": true, "turn_seconds": null, "reaction_seconds": 60}','kingdom-builder/record-1
rules: 1
players: 3
start: 2
sets: base marshlands
sections: harbor:180 oracle:0 tower:0 temple:0
cards: messengers scouts hermits
removed: desert
variants: swamp_cards
seeds: 16 156416403305644597007618996671577923166
shuffles: tTgTGCCGGfFTTFcCCFGCFFTG
answers:
',1,NULL,1.79486061512962293625e+09);
INSERT INTO "games" VALUES('ghl0v2m2rc70','eJOPq8MqGuAKdP_Q','zg2raxYRYbxzzz2F','60e57a76d416a0c2098ee6577083bf1c1ad21354a9ca8e8a287993d1c87ada78','playing',0,'{"setup": {"first_game": false, "sets": ["base", "marshlands"], "sections": [], "cards": [], "tasks": [], "start": null, "two_cards": false, "without_lords": false, "always_swamp_cards": false, "island": null, "capitols": [], "caves": []}, "start_when_full": true, "running_score": true, "turn_seconds": null, "reaction_seconds": 60}','kingdom-builder/record-1
rules: 1
players: 3
start: 0
sets: base marshlands
sections: barn:0 harbor:180 temple:180 fountain:180
cards: miners knights discoverers
variants: swamp_cards
seeds: 7215891214138970 333522594627470613349015068500734605418
shuffles: tFTdTTGfTGFgFGDCDFCCDTFCGCDcGD
answers:
',1,1.79486062289581871026e+09,1.79486061786744713784e+09);
CREATE TABLE keys (
	id TEXT NOT NULL, 
	hash TEXT NOT NULL, 
	kind TEXT NOT NULL, 
	game TEXT NOT NULL, 
	seat INTEGER NOT NULL, 
	label TEXT NOT NULL, 
	created_at FLOAT NOT NULL, 
	expires_at FLOAT NOT NULL, 
	CONSTRAINT pk_keys PRIMARY KEY (id), 
	CONSTRAINT uq_keys_hash UNIQUE (hash), 
	CONSTRAINT fk_keys_game_seat FOREIGN KEY(game, seat) REFERENCES seats (game, seat)
);
INSERT INTO "keys" VALUES('HyPo4xzZGf1Y','961287a0feb4854bdf8f65a8af166c0df71de6ed8e7e5e35d19b89449c81d443','token','nDAloe1RpnhL',1,'my program',1.79486061377543401713e+09,1.82639661377543401719e+09);
CREATE TABLE seats (
	game TEXT NOT NULL, 
	seat INTEGER NOT NULL, 
	kind TEXT NOT NULL, 
	person TEXT, 
	level TEXT, 
	name TEXT NOT NULL, 
	CONSTRAINT pk_seats PRIMARY KEY (game, seat), 
	CONSTRAINT fk_seats_game FOREIGN KEY(game) REFERENCES games (id)
);
INSERT INTO "seats" VALUES('UswYCCjqLdw8',0,'person','0ed9980d621e92c56ac881a92875e0618a5735fa88c003d72fd8ffbfff0003e1',NULL,'Ada');
INSERT INTO "seats" VALUES('UswYCCjqLdw8',1,'person','0ed9980d621e92c56ac881a92875e0618a5735fa88c003d72fd8ffbfff0003e1',NULL,'Ada too');
INSERT INTO "seats" VALUES('x-7tagxYPRso',0,'person','2484878e616a1a4b47f3b398ca8d9a3ffcb4e6dcb6fb609458e5e220126086d9',NULL,'Ada');
INSERT INTO "seats" VALUES('x-7tagxYPRso',1,'open',NULL,NULL,'Player 2');
INSERT INTO "seats" VALUES('x-7tagxYPRso',2,'person','60e57a76d416a0c2098ee6577083bf1c1ad21354a9ca8e8a287993d1c87ada78',NULL,'Robert');
INSERT INTO "seats" VALUES('x-7tagxYPRso',3,'bot',NULL,'mason','Mason');
INSERT INTO "seats" VALUES('nDAloe1RpnhL',0,'person','2484878e616a1a4b47f3b398ca8d9a3ffcb4e6dcb6fb609458e5e220126086d9',NULL,'Ada');
INSERT INTO "seats" VALUES('nDAloe1RpnhL',1,'person','60e57a76d416a0c2098ee6577083bf1c1ad21354a9ca8e8a287993d1c87ada78',NULL,'Bob');
INSERT INTO "seats" VALUES('Oz6ZMgFjuIrw',0,'person','2484878e616a1a4b47f3b398ca8d9a3ffcb4e6dcb6fb609458e5e220126086d9',NULL,'Ada');
INSERT INTO "seats" VALUES('Oz6ZMgFjuIrw',1,'bot',NULL,'novice','Novice');
INSERT INTO "seats" VALUES('maWiguXq8IX_',0,'person','2484878e616a1a4b47f3b398ca8d9a3ffcb4e6dcb6fb609458e5e220126086d9',NULL,'Ada');
INSERT INTO "seats" VALUES('maWiguXq8IX_',1,'bot',NULL,'novice','Novice');
INSERT INTO "seats" VALUES('qqN41IvK8gqS',0,'person','2484878e616a1a4b47f3b398ca8d9a3ffcb4e6dcb6fb609458e5e220126086d9',NULL,'Ada');
INSERT INTO "seats" VALUES('qqN41IvK8gqS',1,'person','0f2c4a9e549cb7fd8c6af528a692a4ee2bdd5de39f4261d5f811c5631330d767',NULL,'Cyd again');
INSERT INTO "seats" VALUES('qqN41IvK8gqS',2,'open',NULL,NULL,'Player 3');
INSERT INTO "seats" VALUES('7oPy6ytFeIYr',0,'person','2484878e616a1a4b47f3b398ca8d9a3ffcb4e6dcb6fb609458e5e220126086d9',NULL,'Ada');
INSERT INTO "seats" VALUES('7oPy6ytFeIYr',1,'person','60e57a76d416a0c2098ee6577083bf1c1ad21354a9ca8e8a287993d1c87ada78',NULL,'Bob');
INSERT INTO "seats" VALUES('7oPy6ytFeIYr',2,'bot',NULL,'random','Random');
INSERT INTO "seats" VALUES('ghl0v2m2rc70',0,'person','2484878e616a1a4b47f3b398ca8d9a3ffcb4e6dcb6fb609458e5e220126086d9',NULL,'Ada');
INSERT INTO "seats" VALUES('ghl0v2m2rc70',1,'person','60e57a76d416a0c2098ee6577083bf1c1ad21354a9ca8e8a287993d1c87ada78',NULL,'Bob');
INSERT INTO "seats" VALUES('ghl0v2m2rc70',2,'bot',NULL,'random','Random');
CREATE INDEX ix_games_status_wake_at ON games (status, wake_at);
CREATE INDEX ix_seats_person ON seats (person);
CREATE INDEX ix_keys_game_seat ON keys (game, seat);
COMMIT;

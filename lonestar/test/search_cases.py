"""Inputs of the programs that search trees, small enough to be part of the tests, independent checks of what the
programs find, and a test case that runs them."""

import base64
import itertools
import json
import random
import subprocess

import app_cases
from app_cases import BIN

SKELETONS = (["--skeleton=seq"], ["--skeleton=depthbounded"], ["--skeleton=depthbounded", "-d=4"],
             ["--skeleton=budget", "-b=50"], ["--skeleton=budget", "-b=7", "--budget-spawn=shallowest"],
             ["--skeleton=budget", "-b=30", "--budget-unit=nodes"],
             ["--skeleton=stacksteal"], ["--skeleton=stacksteal", "--chunked"],
             ["--skeleton=ordered", "-d=3"], ["--skeleton=ordered", "--task-order=discrepancy"])
PROGRAMS = ("knapsack-cpu", "maxclique-cpu", "nqueens-cpu", "semigroups-cpu", "tsp-cpu", "uts-cpu")
ORDERED = ("knapsack-cpu", "maxclique-cpu", "tsp-cpu")  # those that have --order
UTS = ["--branching=4", "--levels=5"]

# brock200_1 of the second DIMACS challenge, by Brockington and Culberson: 200 vertices. The bits of the upper
# triangle of its adjacency matrix, row by row, the first one the lowest of its byte.
BROCK200_1 = (
    r"_<L1<?^kL6oBwut_5Wwax%0gHwSBWUxi7!{_K@iRzxht|*T3`cf4e{b|CRq??R<Q_KmY&y|IfRB|IeR&zx{sR|G&S@=iO|)%kj$X"
    r"zq@a~=Rf{`|NsAVcEA5W_uha1@wQ{<Ez>gk*1r3#x&OTR$*=j-?(h4r?*A{f`*!+&Z9f%ozy0q2t-ty2df!>z_3rWfM}PeKx8d&p"
    r"|LxX!F#5mc^8fp9|I7LRe|=~B_rqr2|2pUW?d#vQ?!U8s-~X>a?8%z(-|26O-}%z+oo~PSAAf!S|Nno_yI*_#XWxdOEBEWaU!UXM"
    r"{PjLBZFl%BTkrkzyZ?V4-~QjdZGT@p|EK-W>eqdn?w9uTdv5KzU)jFG-`{l8xLf`Cf79Rk-~Mi&cRgRfH^trjdw+fUPp@C{{_phj"
    r"{UfaIuYKPAJC)9VTi@^h&wqBG`o8@$@Bfce&%VF=PyKBF+@JpZ`Cn<gzxVS0-@Nnxo?n05=562iclm$2!~P$)zqLJnp5^5$zg_zG"
    r"{oh;P{`W8Y|F`Y)|37=*^nc%P{rAoP-r4(ZXj}I$;=cFizj|Bm{qN6zf1g|Zo9)-<``h)#XW#qx|Ihm0|GfSE_uu-M|NFk-`*pMZ"
    r"=kf0A`Tz6&dhOor-)Yg8yZ!s!zjuc9_y4}W{dayH|G$?#|NsB>`@jG1c>5ZY?rVQG&VOg~Uw`T9>;Kp7Z~E_loAbBHss6Z5|D1id"
    r"=RdwicbNaovzLAS-@U$H|GoPE{rzpHwei<`@A|v@`o6#Ye|@Is)$RTL{?-5A{=b9nQ@`)`*H{1D_5b(pKmPpxzfS*Cf4?{8YJb{K"
    r"`~A=N|L^a*-?qEA{Qvb|pS||%XP@_vU;pp+<Mpe~e}CQMEx!Ni<$r1I`ySQ*zxBWSP1!pC={2|e_V@nvVvo=Dpa0Um_P@XL=T+~2"
    r"`riDn|4+Zq&3EsA|9@xu-yfwn*RNYY_mh9WzW%7XNA8F3*Zy1j?f<i*{+<8t-q&CI|G)X&_uYN|d)-*;Z%_X`|NoP-X!rZSe{by-"
    r"{QvH|R`37*pL^%Od!OIgKlgrrec1GVexB&}pZDF}|J>^TOaHn1?~kE-vgYZS-u?gn`|<txx1apq&$@m8Pp&;`SAYNK>^|oG@9pmF"
    r"cmMzG`~T}NboAXef44WK>c;=qb{9Xsaqny0-(J6BX~%BY?o+?{NO!ICzdybAd*Au{@AvM1?fw40m;W2?e=DbVu6@7Ht!dx0e}A26"
    r"*zW(|-*>rRH(%a&|NsB`<F9l7pS|7x-<;q1z0LRd{`LFY^WW?0dwc&s`tSW+f7tK8?S3!)|J-+o`~Ux*m&*V5=Ir|G{r7(E<M(F^"
    r"{oUWoZ|~pb*4M7@`@hq>+<deDyZ2G=Z_~f$y8ZpWPy8<buYC9Y`+jX6o?Q3cUw0+)(VhD4PygiVef#?T|Gk+zANTj+d+-1J-}y~;"
    r"7S5R7|6lsOzkBnKw<h|XcN+ifcHR8#-~H>>|J~R3G(YOEC3?GU`;E2Bf3vl}|Fr(r{rp4U`!Box-o3l`uRW{(|G%{_=x_i1^#5<;"
    r"Grza_*E7D~|Ng#y-`@YX^Vj;X`QM)3zr5xD&HwOz`M+PGes|bUTmSv;-}C+5p8WIw&)vp2^Yhz2ujb$3$-mF<kH!Dp+x`9jhq+qx"
    r";e7d;zxV#<U);ZYqy4`9?c@K~pa0yy)#6f*{{No)g}d*+RoZj)_doyJ|1bW{Hou4c{QkJS`~AiH{qOt!e|{f-+uzP>+V}t7&3=1%"
    r"-aXcywY`7czw&+e{OL2*lke^LUbTPrzx$o{pSSvdzyJSd>vR5||E~J{yTxDc^Pcx|)_d>Xe*b#!Kl-Ene`fDu_qPA{w{-mL=5_wZ"
    r"a$K+Vf7k!s?|)*ye*M8?zJBt{^M1U)=WmnDJ^PC4|Ns4axBQRq{q67U|9Jau{XeQd|KGh<`hI)YzOVKF-uL&;|KpeDuYdo)-k;0;"
    r"zV|&=|M>kuJC<Me_w!u;`%iBl|Lbf2_ulPN^WS~%@~1z?3SWJ1+&}$p>-S&z*<b%Z-uvHQ_TRPh5C8kL{`z_I`@8<O{ki=6zyGCm"
    r"e0P_*vi<Y--+A43-~G9}+55Nc-|zkZ_WyUg{{Oc=ZfE!Jv;V)hc=!Hw{M-J`?fvHOeb#>G@h<t?&F|ml{`bdtl>glK5mol3Kks)x"
    r"`~CYP-~PVuzRT)=|NHA+&wu}#GjdDW`=7R7@6G={GuOBK^ZNUi*IUoGd*A<lyZ`y~x9{-(CwuRn+UB~I=VSa2zkMY2kN+Cg)${(A"
    r"^xyppq5a>{|JJ>X|K0QV|NGDWZ+xBp{{8ixd%Ly!|C@b#uKxS3|9-CjcmIF4jvem|?%sYsf2IGgf7dVW{`=a`KX=c6vijHe?=$k("
    r"-TE89-+kBriE4I#^Z#G}f6Kpa@9BJg_xJkMmw%rB>HGIR7XP(#=Igyn|MyStP59n^_W$et?f3cp@B7{UUu9$e|NH)X`u~^b|JSd}"
    r"t?PUD{C>m#wEzFhcMI89|NB34{YJg^^8bBDAAaxtUvq!|-=Ev>^PcbjUjO~?-|z0;{LlS<-#_}_pY4C^|8H;icfaGg|KI;U)qlJH"
    r"-~U^GK5O>Y-~PD0xp!&lYX9GMzqk9j{_n4z(SQH>-}e7)|L^bBb=v2jeeeH9{@?xYbNh9(?rs0|$Nw8|-u3+Lf4{$f_wSB}-~Ye*"
    r"clLGv`rqYFU#-Kp|Eskf`@Q%2fBWco@B2FcpCA9bcK_d}`SpMN{ogLk`=5TJUq0{ZU->J&x4-PUyYKIO@4Nq;fB#jTeg9kjw!J_1"
    r"%PjhT_n+_H?{`jq@4oLpUhlvEy?A==-`<+<?~eI@|6lq2mD=`y=ij&gPrQHa&F%dE?YCmy*#Dir=UVHJ_y7N%-nZTVsP_B$=k?p)"
    r"+t<E-b8~&C{rAs*CwKqbJxt~P`~7~r&()c`wY__9KK{R-|E3S$|G(A#Zh!y(%YE(Hy>I;6{=NV1wq~#C@a+A6tDny!efRJDj%zs+"
    r"|CR0g-`{=j+a~ioz0dvqoKsKk-{t?e>z^0e@$dJ4dcS}F{k~m(eA>KzzqYRQfByH~f4=$O`~Uaz{NDV#$N#_o|GBB3@B5pM$nVS6"
    r"eqSp+?{okEzqvnod;i<#?d;n{cH4Way8rM0xWE7FBkuL>-+%wlSM1$<{inry@>hiS&$d48*4ugaf7yRG=j_h;-}=qJzYqSya&^7*"
    r"?_>XH|L=1P"
)


def brock200_1():
    """Returns (number of vertices, edges from 0)."""
    bits = base64.b85decode(BROCK200_1)
    pairs = itertools.combinations(range(200), 2)
    return 200, [pair for place, pair in enumerate(pairs) if bits[place // 8] >> place % 8 & 1]


def write_clq(path, vertices, edges):
    lines = [f"p edge {vertices} {len(edges)}", *(f"e {u + 1} {v + 1}" for u, v in edges)]
    path.write_text("c a test\n" + "\n".join(lines) + "\n")
    return path


def random_edges(random, vertices, density):
    return [pair for pair in itertools.combinations(range(vertices), 2) if random.random() < density]


def is_clique(edges, clique):
    """Whether the vertices, numbered from 1, are pairwise adjacent."""
    known = {frozenset((u + 1, v + 1)) for u, v in edges}
    return all(frozenset(pair) in known for pair in itertools.combinations(clique, 2))


def write_knapsack(path, items, capacity):
    lines = [len(items), *(f"{i} {profit} {weight}" for i, (profit, weight) in enumerate(items)), capacity]
    path.write_text("\n".join(map(str, lines)) + "\n")
    return path


def best_profit(items, capacity):
    """The best profit, from the best profit of each weight that some set has."""
    best = {0: 0}
    for profit, weight in items:
        for total, value in list(best.items()):
            if total + weight <= capacity:
                best[total + weight] = max(best.get(total + weight, 0), value + profit)
    return max(best.values())


def write_tsp(path, matrix):
    rows = "\n".join(" ".join(map(str, row)) for row in matrix)
    path.write_text(f"NAME: test\nTYPE: TSP\nDIMENSION: {len(matrix)}\nEDGE_WEIGHT_TYPE: EXPLICIT\n"
                    f"EDGE_WEIGHT_FORMAT: FULL_MATRIX\nEDGE_WEIGHT_SECTION\n{rows}\nEOF\n")
    return path


def random_distances(random, cities):
    matrix = [[0] * cities for _ in range(cities)]
    for a, b in itertools.combinations(range(cities), 2):
        matrix[a][b] = matrix[b][a] = random.randint(1, 100)
    return matrix


def tour_length(matrix, tour):
    """The length of a tour of cities from 1, which must visit each once."""
    assert sorted(tour) == list(range(1, len(matrix) + 1))
    return sum(matrix[a - 1][b - 1] for a, b in zip(tour, tour[1:] + tour[:1]))


def shortest_tour(matrix):
    """The length of the shortest tour of a few cities, by trying all."""
    others = range(2, len(matrix) + 1)
    return min(tour_length(matrix, [1, *rest]) for rest in itertools.permutations(others))


class SearchTest(app_cases.CliTest):
    program = "semigroups-cpu"

    def launch(self, program, *args):
        return subprocess.run([str(BIN / program), *map(str, args)], capture_output=True, text=True,
                              env=self.env, timeout=900, check=False)

    def run_of(self, program, *args, verified=True):
        """Returns the record of a run that must succeed, with every check."""
        result = self.launch(program, *args, "--verify=full", "--json=-")
        self.assertEqual(result.returncode, 0, f"{program} {args}\n{result.stderr}")
        record = json.loads(result.stdout)
        self.assertEqual(record["verified"], verified)
        return record

    def refused(self, program, *args, status=2, saying=()):
        """Expects one line on stderr."""
        result = self.launch(program, *args)
        self.assertEqual(result.returncode, status, f"{program} {args}\n{result.stderr}")
        self.assertEqual(len(result.stderr.strip().splitlines()), 1, f"{args}\n{result.stderr}")
        for words in saying:
            self.assertIn(words, result.stderr)

    def file(self, name, text):
        path = self.dir / name
        path.write_text(text)
        return path

    def brock(self):
        return write_clq(self.dir / "brock200_1.clq", *brock200_1())

    def instances(self):
        """(program, its flags) of small searches of every program."""
        dice = random.Random(7)
        return (("semigroups-cpu", ["-g=14"]), ("uts-cpu", UTS),
                ("uts-cpu", ["--shape=binomial", "--branching=50", "--probability=0.12", "--children=8"]),
                ("nqueens-cpu", ["--n=8"]), ("nqueens-cpu", ["--n=9", "--decision=9"]),
                ("maxclique-cpu", [write_clq(
                    self.dir / "random.clq", 60, random_edges(dice, 60, 0.7))]),
                ("knapsack-cpu", [write_knapsack(
                    self.dir / "random.knapsack",
                    [(dice.randint(50, 90), dice.randint(50, 90)) for _ in range(40)], 1000)]),
                ("tsp-cpu", [write_tsp(self.dir / "random.tsp",
                                                    random_distances(dice, 13))]))

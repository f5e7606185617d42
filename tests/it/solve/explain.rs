//! `mousetrap explain --submission`.

use crate::project::Project;

#[test]
fn mistake_of_a_wrong_submission_is_located() {
    let project = Project::basic();
    // Finds wins in at most three plies.
    project.write(
        "short.py",
        "class Solution:\n    def canMouseWin(self, grid, catJump, mouseJump):\n        \
         row = grid[0]\n        return abs(row.index('M') - row.index('F')) <= 2\n",
    );
    project.write("case.in", "1 7 1 1\nC.M...F\n");
    project.replay(
        "1 explain case.in --submission short.py => true: the mouse wins. It reaches the food on ply 7 \
         | mistake is between ply 2 and ply 4.",
    );
}

#[test]
fn slow_submission_gets_its_verdict() {
    let project = Project::new("[suites]\n1728 = [\"basic\"]\n[limits]\ncpu = \"200ms\"\n");
    project.write(
        "slow.c",
        "bool canMouseWin(char** grid, int gridSize, int catJump, int mouseJump) {\n\
         for (volatile long i = 0; i >= 0; i++); return true; }\n",
    );
    project.write("case.in", "1 4 1 1\nMF.C\n");
    project.replay("1 explain case.in --submission slow.c => on this case: time limit exceeded");
}

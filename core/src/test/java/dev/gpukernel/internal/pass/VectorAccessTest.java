package dev.gpukernel.internal.pass;

import org.junit.jupiter.api.Test;

class VectorAccessTest {
    private static final Pass PASS = new VectorAccess();

    /** A multiple of four, v10, and the numbers after it. */
    private static final String INDICES = """
            b0(v0: i32, v1: float[], v2: double[], v3: float[], v4: byte[]):
            v9 = const.i32 2
            v10 = shl.i32 v0, v9
            v5 = const.i32 1
            v11 = add.i32 v10, v5
            v12 = add.i32 v10, v9
            v6 = const.i32 3
            v13 = add.i32 v10, v6
            v7 = const.i32 -1
            v14 = add.i32 v10, v7
            """;

    @Test
    void fourFloats() {
        PassCheck.becomes(PASS, INDICES + """
                v20 = load.float v1, v10
                v21 = load.float v1, v11
                v22 = load.float v1, v12
                v23 = load.float v1, v13
                store.float v3, v10, v23
                store.float v3, v11, v22
                store.float v3, v12, v21
                store.float v3, v13, v20
                return
                """, INDICES + """
                v29 = load.float 4 v1, v10
                v30 = part.(f32,f32,f32,f32) 0 v29
                v31 = part.(f32,f32,f32,f32) 1 v29
                v32 = part.(f32,f32,f32,f32) 2 v29
                v33 = part.(f32,f32,f32,f32) 3 v29
                store.float 4 v3, v10, v33, v32, v31, v30
                return
                """);
    }

    /** Those of a block begin as they should, but for a part of what a launch gives it. */
    @Test
    void sharedArrays() {
        String shared = INDICES + """
                v16 = shared.float 64 #0
                v17 = const.i32 4
                v18 = dynamic.float v17, v17
                """;
        PassCheck.becomes(PASS, shared + """
                v21 = load.float.shared v16, v10
                v22 = load.float.shared v16, v11
                v23 = load.float.shared v18, v10
                v24 = load.float.shared v18, v11
                store.float.shared v16, v10, v23
                store.float.shared v16, v11, v24
                store.float v3, v10, v21
                store.float v3, v13, v22
                return
                """, shared + """
                v30 = load.float.shared 2 v16, v10
                v31 = part.(f32,f32) 0 v30
                v32 = part.(f32,f32) 1 v30
                v23 = load.float.shared v18, v10
                v24 = load.float.shared v18, v11
                store.float.shared 2 v16, v10, v23, v24
                store.float v3, v10, v31
                store.float v3, v13, v32
                return
                """);
        PassCheck.stays(new VectorSplitting(), shared + """
                v21 = load.float.shared 2 v16, v10
                v22 = part.(f32,f32) 0 v21
                v23 = part.(f32,f32) 1 v21
                store.float.shared 2 v16, v12, v22, v23
                return
                """);
    }

    @Test
    void splitAgain() {
        PassCheck.becomes(new VectorSplitting(), INDICES + """
                v15 = const.f64 1.0
                v29 = load.float 4 v1, v10
                v30 = part.(f32,f32,f32,f32) 0 v29
                v33 = part.(f32,f32,f32,f32) 3 v29
                store.double 2 v2, v12, v15, v15
                store.float 2 v3, v10, v33, v30
                return
                """, INDICES + """
                v15 = const.f64 1.0
                v37 = load.float v1, v10
                v38 = const.i32 3
                v39 = add.i32 v10, v38
                v40 = load.float v1, v39
                v41 = const.i32 2
                v42 = add.i32 v10, v41
                store.double v2, v42, v15
                v44 = const.i32 3
                v45 = add.i32 v10, v44
                store.double v2, v45, v15
                store.float v3, v10, v40
                v48 = const.i32 1
                v49 = add.i32 v10, v48
                store.float v3, v49, v37
                return
                """);
    }

    @Test
    void inAnyOrderAndSomeTwice() {
        PassCheck.becomes(PASS, INDICES + """
                v20 = load.double v2, v13
                v21 = load.double v2, v12
                v22 = load.double v2, v13
                v23 = add.f64 v20, v22
                store.double v2, v12, v23
                store.double v2, v10, v21
                return
                """, INDICES + """
                v27 = const.i32 2
                v28 = add.i32 v10, v27
                v29 = load.double 2 v2, v28
                v30 = part.(f64,f64) 0 v29
                v31 = part.(f64,f64) 1 v29
                v23 = add.f64 v31, v31
                store.double v2, v12, v23
                store.double v2, v10, v30
                return
                """);
    }

    @Test
    void bytesOfOneWord() {
        PassCheck.becomes(PASS, INDICES + """
                store.byte v4, v10, v0
                store.byte v4, v11, v0
                store.byte v4, v12, v0
                store.byte v4, v13, v0
                return
                """, INDICES + """
                store.byte 4 v4, v10, v0, v0, v0, v0
                return
                """);
    }

    @Test
    void notAcrossWhatIsAligned() {
        PassCheck.stays(PASS, INDICES + """
                v20 = load.double v2, v14
                v21 = load.double v2, v10
                store.double v2, v11, v20
                store.double v2, v12, v21
                return
                """);
    }

    @Test
    void notOfAnIndexOfUnknownAlignment() {
        PassCheck.stays(PASS, """
                b0(v0: i32, v1: double[]):
                v2 = const.i32 1
                v3 = add.i32 v0, v2
                v4 = load.double v1, v0
                v5 = load.double v1, v3
                store.double v1, v3, v4
                store.double v1, v0, v5
                return
                """);
    }

    @Test
    void notOfElementsOfWhichOneIsLeftOut() {
        PassCheck.becomes(PASS, INDICES + """
                v20 = load.float v1, v10
                v21 = load.float v1, v11
                v22 = load.float v1, v13
                v23 = add.f32 v20, v21
                v24 = add.f32 v23, v22
                store.float v3, v10, v24
                return
                """, INDICES + """
                v27 = load.float 2 v1, v10
                v28 = part.(f32,f32) 0 v27
                v29 = part.(f32,f32) 1 v27
                v22 = load.float v1, v13
                v23 = add.f32 v28, v29
                v24 = add.f32 v23, v22
                store.float v3, v10, v24
                return
                """);
    }

    /** The other array may be the same one. */
    @Test
    void notPastAStore() {
        PassCheck.stays(PASS, INDICES + """
                v20 = load.double v2, v10
                store.float v3, v10, v20
                v21 = load.double v2, v11
                store.double v2, v10, v21
                return
                """.replace("store.float v3, v10, v20", "store.double v2, v11, v20"));
    }

    @Test
    void notPastACheck() {
        PassCheck.stays(PASS, INDICES + """
                v20 = load.double v2, v10
                check.index v11, v0
                v21 = load.double v2, v11
                store.double v2, v10, v21
                check.index v12, v0
                store.double v2, v11, v20
                return
                """);
    }

    @Test
    void notStoresWithALoadBetweenThem() {
        PassCheck.stays(PASS, INDICES + """
                v20 = load.double v2, v10
                store.double v2, v10, v20
                v21 = load.double v2, v10
                store.double v2, v11, v21
                return
                """);
    }

    @Test
    void theLastOfTwoStoresToAnElementStaysTheLast() {
        PassCheck.stays(PASS, INDICES + """
                v20 = load.double v2, v12
                store.double v2, v10, v20
                store.double v2, v10, v20
                return
                """);
    }
}
